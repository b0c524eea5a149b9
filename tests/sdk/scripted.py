"""A scripted provider that plays one turn for ever, and the official clients pointed at it."""

import json
import os
import subprocess
import tempfile
from contextlib import contextmanager

import anthropic
import openai

USAGE = {
    "input_tokens": 120,
    "output_tokens": 40,
    "cache_read_tokens": 700,
    "cache_write_short_tokens": 60,
    "cache_write_long_tokens": 0,
    "web_searches": 0,
}


@contextmanager
def server(turn, *arguments):
    """Its address while it runs."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as script:
        json.dump([turn], script)
        script.flush()
        program = [os.environ["SCRIPTED_SERVER"], "--script", script.name, "--model", "scripted", *arguments]
        with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as running:
            try:
                yield json.loads(running.stdout.readline())["url"]
            finally:
                running.kill()


def anthropic_at(url):
    return anthropic.Anthropic(base_url=url, api_key="sk-test", max_retries=0)


def openai_at(url):
    return openai.OpenAI(base_url=f"{url}/v1", api_key="sk-test", max_retries=0)
