//! Places for connections: how many there may be, and whose goes when there is no room.
//!
//! A connection is a stranger until it has shown a key. Strangers have half of the places, and one address a quarter,
//! so that they cannot lock out who has a key; a few places are for strangers alone, so that the service's health can be
//! asked for while it is full. Where there is no room for a stranger, one of the address that has most of them is let go, so that
//! who comes from far away has time to show a key: the one that has been idle for longest, and where all are being answered, the one
//! that takes longest, as it may send or read as slowly as it likes.

use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::error::ApiError;
use super::keys::KeyId;
use super::limits::after;

/// One in so many places is for strangers alone.
const FOR_STRANGERS: usize = 16;
/// Connections let go that may still be about to end.
pub const LEAVING: usize = 32;
/// Clients that wait to be told that there is no room.
pub const REFUSED: usize = 16;

/// The places of a service.
#[derive(Debug)]
pub struct Places {
    limit: usize,
    table: Mutex<Table>,
    /// Told when there may be room.
    room: Condvar,
}

#[derive(Debug, Default)]
struct Table {
    connections: BTreeMap<u64, Connection>,
    next: u64,
    /// Grows with each event, to tell which came first.
    clock: u64,
}

#[derive(Debug)]
struct Connection {
    address: IpAddr,
    stream: Arc<TcpStream>,
    /// The key that it has shown.
    key: Option<KeyId>,
    /// It has just come: nobody has looked yet for its request, which may show a key.
    new: bool,
    /// A request is being answered, or a conversation held.
    busy: bool,
    /// It has been let go, which is told to who waits beside it.
    leaving: bool,
    gone: Arc<Condvar>,
    /// When it came, when its last request was answered, or when the one that is being answered came.
    since: u64,
}

/// A place, until it is dropped.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    id: u64,
}

impl Places {
    /// So many.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            table: Mutex::default(),
            room: Condvar::new(),
        }
    }

    /// A place for a new connection, if there is room or room can be made. Where others are about to end or have just come, it waits
    /// for so long at most. The place stays until its first [`Place::rest`].
    pub fn enter(
        self: &Arc<Self>,
        address: IpAddr,
        stream: &Arc<TcpStream>,
        wait: Duration,
    ) -> Option<Place> {
        let address = network(address);
        let deadline = after(wait);
        let mut table = self.table();
        loop {
            if let Some(id) = self.admit(&mut table, address, stream) {
                return Some(Place {
                    places: Arc::clone(self),
                    id,
                });
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if !table.is_clearing() || left.is_zero() {
                return None;
            }
            let woken = self.room.wait_timeout(table, left);
            table = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Gives a connection a place, if there is room or room can be made.
    fn admit(&self, table: &mut Table, address: IpAddr, stream: &Arc<TcpStream>) -> Option<u64> {
        let own = table.count(|c| c.is_stranger() && c.address == address);
        let strangers = table.count(|c| c.is_stranger());
        let room = if own >= (self.limit / 4).max(1) {
            table.let_go(|c| c.is_stranger() && c.address == address)
        } else if strangers >= (self.limit / 2).max(1) {
            table.let_stranger_go()
        } else if table.count(|_| true) >= self.limit {
            table.let_stranger_go() || table.let_go(|_| true)
        } else {
            true
        };
        if !room {
            return None;
        }
        let (id, since) = (table.next, table.tick());
        table.next += 1;
        table.connections.insert(
            id,
            Connection {
                address,
                stream: Arc::clone(stream),
                key: None,
                new: true,
                busy: false,
                leaving: false,
                gone: Arc::default(),
                since,
            },
        );
        Some(id)
    }

    /// Lets the connection go that has been idle for longest, a stranger's first.
    pub fn make_room(&self) {
        let mut table = self.table();
        let _ = table.let_stranger_go() || table.let_go(|_| true);
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    fn leaving(&self) -> usize {
        self.connections.values().filter(|c| c.leaving).count()
    }

    /// Whether there may be room soon: as many connections as may be are about to end, or one has just come.
    fn is_clearing(&self) -> bool {
        self.leaving() >= LEAVING || self.count(|c| c.new) > 0
    }

    /// How many of a kind stay.
    fn count(&self, which: impl Fn(&Connection) -> bool) -> usize {
        let connections = self.connections.values();
        connections.filter(|c| !c.leaving && which(c)).count()
    }

    /// Ends a stranger of the address that has most of them.
    fn let_stranger_go(&mut self) -> bool {
        let mut crowds: HashMap<IpAddr, usize> = HashMap::new();
        let connections = self.connections.values();
        for stranger in connections.filter(|c| !c.leaving && c.is_stranger()) {
            *crowds.entry(stranger.address).or_default() += 1;
        }
        let most = crowds.values().max().copied().unwrap_or_default();
        self.let_go(|c| c.is_stranger() && crowds.get(&c.address) == Some(&most))
    }

    /// Ends the one of a kind that has been idle for longest, else the stranger of that kind that is being answered for longest;
    /// whether there was one.
    fn let_go(&mut self, which: impl Fn(&Connection) -> bool) -> bool {
        if self.leaving() >= LEAVING {
            return false;
        }
        let may_go = self.connections.values_mut().filter(|c| {
            let stays = c.leaving || c.new || (c.busy && !c.is_stranger());
            !stays && which(c)
        });
        let Some(oldest) = may_go.min_by_key(|c| (c.busy, c.since)) else {
            return false;
        };
        oldest.leaving = true;
        oldest.gone.notify_all();
        // Its thread reads the end of the connection.
        let _ = oldest.stream.shutdown(std::net::Shutdown::Both);
        true
    }
}

impl Connection {
    fn is_stranger(&self) -> bool {
        self.key.is_none()
    }
}

impl Place {
    /// A request has come, and is answered now.
    pub fn begin(&self) {
        self.change(|connection, now| {
            (connection.new, connection.busy) = (false, true);
            connection.since = now;
        });
    }

    /// The request has been answered, or the first is waited for.
    pub fn rest(&self) {
        self.change(|connection, now| {
            (connection.new, connection.busy) = (false, false);
            connection.since = now;
        });
    }

    /// The same, and waits for so long, or until the connection is let go.
    pub fn rest_for(&self, time: Duration) {
        self.rest();
        let stays = |table: &mut Table| table.connections.get(&self.id).is_some_and(|c| !c.leaving);
        let table = self.places.table();
        let Some(gone) = table.connections.get(&self.id).map(|c| Arc::clone(&c.gone)) else {
            return;
        };
        let _ = gone.wait_timeout_while(table, time, stays);
    }

    /// The connection has shown a key. Refused where those with keys have all their places, or this key has its `share` of
    /// them, and none of them is idle.
    pub fn show_key(&self, key: KeyId, share: impl Fn(usize) -> usize) -> Result<(), ApiError> {
        let mut table = self.places.table();
        let known = table.connections.get(&self.id);
        if known.is_none_or(|c| c.key == Some(key)) {
            return Ok(());
        }
        let limit = self.places.limit;
        let places = limit - limit / FOR_STRANGERS;
        let own = |c: &Connection| c.key == Some(key);
        let room = if table.count(own) >= share(places) {
            table.let_go(own)
        } else {
            table.count(|c| !c.is_stranger()) < places || table.let_go(|c| !c.is_stranger())
        };
        if !room {
            return Err(ApiError::busy());
        }
        if let Some(connection) = table.connections.get_mut(&self.id) {
            connection.key = Some(key);
        }
        Ok(())
    }

    fn change(&self, change: impl FnOnce(&mut Connection, u64)) {
        let mut table = self.places.table();
        let now = table.tick();
        if let Some(connection) = table.connections.get_mut(&self.id) {
            change(connection, now);
        }
        self.places.room.notify_all();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.table().connections.remove(&self.id);
        self.places.room.notify_all();
    }
}

/// What one customer of a network provider has: an address of IPv4, or 64 bits of IPv6.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let bits = u128::from(address) & !u128::from(u64::MAX);
            IpAddr::V6(bits.into())
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::TcpListener;

    use super::super::keys::Keys;
    use super::*;

    /// A connection: the client's end and the service's.
    fn pair() -> (TcpStream, Arc<TcpStream>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        client.set_nonblocking(true).unwrap();
        (client, Arc::new(listener.accept().unwrap().0))
    }

    fn address(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    /// A place for a connection that waits for none.
    fn at_once(places: &Arc<Places>, address: IpAddr, stream: &Arc<TcpStream>) -> Option<Place> {
        places.enter(address, stream, Duration::ZERO)
    }

    fn show_key(place: &Place, key: &str, share: fn(usize) -> usize) -> Result<(), ApiError> {
        let key = Keys::parse(key).unwrap().accept(key).unwrap();
        place.show_key(key, share)
    }

    fn is_open(mut client: &TcpStream) -> bool {
        client.read(&mut [0]).is_err()
    }

    #[test]
    fn strangers_make_room_for_each_other_and_take_no_place_of_a_key() {
        let places = Arc::new(Places::new(16));
        let (known, stream) = pair();
        let place = at_once(&places, address(1), &stream).unwrap();
        show_key(&place, "one", |of| of).unwrap();
        let strangers: Vec<_> = (0..20)
            .map(|number| {
                let (client, stream) = pair();
                let place = at_once(&places, address(number % 9), &stream).unwrap();
                place.rest();
                (client, place)
            })
            .collect();
        assert!(is_open(&known));
        let open = strangers.iter().filter(|(client, _)| is_open(client));
        assert_eq!(open.count(), 8);
    }

    /// Of a storm from several addresses, who had come from another first went first, before its request could come.
    #[test]
    fn an_address_of_few_loses_none_to_those_of_many() {
        let places = Arc::new(Places::new(16));
        let enter = |last| {
            let (client, stream) = pair();
            let place = at_once(&places, address(last), &stream).unwrap();
            place.rest();
            (client, place)
        };
        let far = enter(9);
        let storm: Vec<_> = (0..30).map(|number| enter(number % 3)).collect();
        assert!(is_open(&far.0));
        let open = storm.iter().filter(|(client, _)| is_open(client));
        assert_eq!(open.count(), 7);
    }

    #[test]
    fn one_address_has_a_quarter_and_loses_its_oldest() {
        let places = Arc::new(Places::new(16));
        let enter = |last| {
            let (client, stream) = pair();
            let place = at_once(&places, address(last), &stream).unwrap();
            place.rest();
            (client, place)
        };
        let other = enter(1);
        let own: Vec<_> = (0..5).map(|_| enter(2)).collect();
        let open: Vec<bool> = own.iter().map(|(client, _)| is_open(client)).collect();
        assert_eq!(open, [false, true, true, true, true]);
        assert!(is_open(&other.0));
    }

    #[test]
    fn who_is_answered_stays_and_who_waits_for_longest_goes() {
        let places = Arc::new(Places::new(4));
        let enter = |last| {
            let (client, stream) = pair();
            Some((client, at_once(&places, address(last), &stream)?))
        };
        let held = [1, 2, 3, 4].map(|last| {
            let (client, place) = enter(last).unwrap();
            show_key(&place, "one", |of| of).unwrap();
            place.begin();
            (client, place)
        });
        // All are answered: nobody goes, nobody comes.
        assert!(enter(5).is_none());
        held[1].1.rest();
        held[0].1.rest();
        assert!(enter(6).is_some());
        let open: Vec<bool> = held.iter().map(|(client, _)| is_open(client)).collect();
        assert_eq!(open, [true, false, true, true]);
    }

    /// A body that does not come, or an answer that is not read, kept a place for as long as its bound allows.
    #[test]
    fn strangers_that_are_answered_slowly_make_room_after_those_that_are_idle() {
        let places = Arc::new(Places::new(8));
        let enter = |last| {
            let (client, stream) = pair();
            Some((client, at_once(&places, address(last), &stream)?))
        };
        let held = [1, 2, 3, 4].map(|last| enter(last).unwrap());
        for (_, place) in &held {
            place.begin();
        }
        held[2].1.rest();
        let open = || held.each_ref().map(|(client, _)| is_open(client));
        let new = enter(5).unwrap();
        assert_eq!(open(), [true, true, false, true]);
        new.1.begin();
        let _new = enter(6).unwrap();
        assert_eq!(open(), [false, true, false, true]);
    }

    /// The request of one that has just come may show a key.
    #[test]
    fn who_has_not_been_listened_to_stays() {
        let places = Arc::new(Places::new(8));
        let enter = |last| {
            let (client, stream) = pair();
            Some((client, at_once(&places, address(last), &stream)?))
        };
        let held: Vec<_> = (0..2).map(|_| enter(1).unwrap()).collect();
        assert!(enter(1).is_none() && places.table().is_clearing());
        held[1].1.rest();
        let _new = enter(1).unwrap();
        let open: Vec<bool> = held.iter().map(|(client, _)| is_open(client)).collect();
        assert_eq!(open, [true, false]);
    }

    #[test]
    fn keys_leave_a_place_for_strangers() {
        let places = Arc::new(Places::new(16));
        let held: Vec<_> = (0..15)
            .map(|last| {
                let (client, stream) = pair();
                let place = at_once(&places, address(last), &stream).unwrap();
                place.begin();
                show_key(&place, "one", |of| of).unwrap();
                (client, place)
            })
            .collect();
        let (_client, stream) = pair();
        let place = at_once(&places, address(99), &stream).unwrap();
        assert_eq!(show_key(&place, "one", |of| of).unwrap_err().code, "busy");
        drop(held);
        assert!(show_key(&place, "one", |of| of).is_ok());
    }

    #[test]
    fn a_key_has_its_share_of_the_places() {
        let places = Arc::new(Places::new(8));
        let enter = |last| {
            let (client, stream) = pair();
            let place = at_once(&places, address(last), &stream).unwrap();
            place.begin();
            (client, place)
        };
        let held = [1, 2, 3, 4].map(|last| {
            let (client, place) = enter(last);
            show_key(&place, "one", |of| of - of / 2).unwrap();
            (client, place)
        });
        let (_client, place) = enter(5);
        assert!(show_key(&place, "one", |of| of - of / 2).is_err());
        assert!(show_key(&place, "two", |of| of - of / 2).is_ok());
        // One that is idle makes room.
        held[0].1.rest();
        let (_client, place) = enter(6);
        assert!(show_key(&place, "one", |of| of - of / 2).is_ok());
        assert!(!is_open(&held[0].0));
    }

    #[test]
    fn a_network_of_version_six_is_one_address() {
        let [one, two, other] = ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"]
            .map(|address| network(address.parse().unwrap()));
        assert!(one == two && one != other);
        assert_eq!(network("::ffff:192.0.2.1".parse().unwrap()), address(1));
    }
}
