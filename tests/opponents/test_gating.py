"""The gate of the training: a trained network replaces another only if it wins more than its part against it."""

import msgspec

from opponents.laboratory.gating import Gate, gate
from opponents.model_loading import model_of, package_folder
from opponents.network import read_weights


def test_a_network_passes_against_one_that_wants_to_lose() -> None:
    model = model_of("haithabu")
    assert model
    trained = read_weights(package_folder("haithabu") / "learned-2.json", model)
    opposite = msgspec.structs.replace(
        trained, direct=[-each for each in trained.direct], combined=[-each for each in trained.combined]
    )
    assert gate("haithabu", 2, trained, opposite, 2, seed=1, cores=2) == Gate(1.0, 0.0, 2)


def test_to_pass_it_takes_more_than_an_equal_part() -> None:
    assert Gate(0.34, 0.02, 3).passed
    assert not Gate(0.5, 0.02, 2).passed
