import pytest

import vaak


@pytest.fixture(scope="session")
def engine():
    return vaak.Engine()
