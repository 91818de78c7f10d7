//! Counts the allocations per chunk of speech, networks included: `cargo bench --bench allocations`.

use allocation_counter::measure;
use vaak::{Engine, Result, Settings};

const SENTENCE: &str = "The train to Chennai leaves from platform nine at half past.";

fn main() -> Result<()> {
    let engine = Engine::bundled()?;
    for model in engine.models() {
        let mut turn = engine.turn(&Settings::new().model(&model.name))?;
        turn.push(SENTENCE)?;
        turn.close();
        // The first chunk also reads the text.
        turn.next_chunk()?;
        let mut counts = Vec::new();
        loop {
            let mut over = false;
            let taken = measure(|| {
                over = !matches!(turn.next_chunk(), Ok(chunk) if chunk.audio().is_some())
            });
            if over {
                break;
            }
            counts.push(taken.count_total);
        }
        counts.sort_unstable();
        let median = counts[counts.len() / 2];
        let worst = counts[counts.len() - 1];
        println!(
            "{}: allocations a chunk: median {median}, worst {worst}, n {}",
            model.name,
            counts.len()
        );
    }
    Ok(())
}
