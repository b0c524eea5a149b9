"""Skills that the program exports, read by the standard's own validator."""

import json
import os
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

import skills_ref

REPOSITORY = Path(__file__).parent.parent.parent


def stampmill(home, *arguments):
    program = [os.environ["STAMPMILL"], "--home", str(home), *arguments, "--json"]
    said = subprocess.run(program, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    return json.loads(said.stdout)


class Skills(unittest.TestCase):
    def test_exported_skills_pass_the_standards_own_validator(self):
        names = sorted(folder.name for folder in (REPOSITORY / "skills").iterdir() if folder.is_dir())
        self.assertIn("card-coding", names)
        with tempfile.TemporaryDirectory() as folder:
            home, out = Path(folder, "home"), Path(folder, "out")
            out.mkdir()
            for name in names:
                with self.subTest(skill=name):
                    stampmill(home, "skill", "export", name, "--out", str(out))
                    self.assertEqual(skills_ref.validate(out / name), [])

    def test_a_skill_survives_the_way_through_a_zip(self):
        with tempfile.TemporaryDirectory() as folder:
            home, packed = Path(folder, "home"), Path(folder, "card-coding.zip")
            stampmill(home, "skill", "export", "card-coding", "--out", str(packed))
            other = Path(folder, "other")
            imported = stampmill(other, "skill", "import", str(packed))
            out = Path(folder, "out")
            out.mkdir()
            stampmill(other, "skill", "export", imported["skill"], "--out", str(out))
            self.assertEqual(skills_ref.validate(out / imported["skill"]), [])
            unpacked = Path(folder, "unpacked")
            with zipfile.ZipFile(packed) as archive:
                archive.extractall(unpacked)
            before = {path.relative_to(unpacked / "card-coding"): path.read_bytes() for path in files(unpacked)}
            after = {path.relative_to(out / imported["skill"]): path.read_bytes() for path in files(out)}
            self.assertEqual(after, before)

    def test_the_validator_finds_what_is_wrong(self):
        with tempfile.TemporaryDirectory() as folder:
            wrong = Path(folder, "wrong")
            wrong.mkdir()
            (wrong / "SKILL.md").write_text("---\nname: Other Name\n---\n")
            self.assertNotEqual(skills_ref.validate(wrong), [])


def files(folder):
    return (path for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    unittest.main()
