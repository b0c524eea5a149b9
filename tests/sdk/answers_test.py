"""Every scripted answer is one that the provider's own SDK understands, event by event."""

import json
import unittest

import anthropic
import openai
from scripted import USAGE, anthropic_at, openai_at, server

TEXT = '{"vendor":"Café 凭证 🧾"}'
QUESTION = [{"role": "user", "content": "Who sent it?"}]
ANSWER = {"kind": "answer", "text": TEXT, "pieces": 3, "chunk_bytes": 7, "usage": USAGE}
REFUSAL = {"kind": "refusal", "reason": "not this", "text": "I ", "usage": USAGE}
CUT = {"kind": "length_cut", "text": TEXT[:9], "usage": USAGE}
BREAK = {"kind": "error_mid_stream", "text": TEXT[:9], "code": "overloaded_error"}
LIMITED = {
    "kind": "status",
    "status": 429,
    "code": "rate_limit_error",
    "message": "slow down",
    "headers": [["retry-after", "7"]],
}


def check(reply):
    """The SDKs take what comes; here a missing or wrong field is a fault."""
    type(reply).model_validate(reply.to_dict())
    return reply


class Messages(unittest.TestCase):
    def ask(self, url, **more):
        return anthropic_at(url).messages.create(model="scripted", max_tokens=99, messages=QUESTION, **more)

    def final(self, turn):
        """The stream as the SDK puts it together, after each event was checked on its own."""
        with server(turn) as url:
            for event in self.ask(url, stream=True):
                check(event)
            with anthropic_at(url).messages.stream(
                model="scripted", max_tokens=99, messages=QUESTION
            ) as stream:
                return stream.get_final_message()

    def test_an_answer(self):
        message = self.final(ANSWER)
        self.assertEqual((message.content[0].text, message.stop_reason), (TEXT, "end_turn"))
        usage = message.usage
        self.assertEqual((usage.input_tokens, usage.output_tokens), (120, 40))
        self.assertEqual((usage.cache_read_input_tokens, usage.cache_creation_input_tokens), (700, 60))

    def test_an_answer_in_one_piece(self):
        with server(ANSWER) as url:
            message = check(self.ask(url))
        self.assertEqual((message.content[0].text, message.usage.output_tokens), (TEXT, 40))

    def test_a_refusal_and_a_cut(self):
        refused = self.final(REFUSAL)
        self.assertEqual((refused.stop_reason, refused.stop_details.explanation), ("refusal", "not this"))
        self.assertEqual(self.final(CUT).stop_reason, "max_tokens")

    def test_an_error_inside_a_stream(self):
        with server(BREAK) as url, self.assertRaises(anthropic.APIStatusError) as raised:
            list(self.ask(url, stream=True))
        self.assertEqual(raised.exception.body["error"]["type"], "overloaded_error")

    def test_errors_before_it(self):
        with server(LIMITED) as url, self.assertRaises(anthropic.RateLimitError) as raised:
            self.ask(url)
        self.assertEqual(raised.exception.response.headers["retry-after"], "7")
        with server(ANSWER, "--key", "sk-other") as url, self.assertRaises(anthropic.AuthenticationError):
            self.ask(url)

    def test_models_and_counts(self):
        with server(ANSWER) as url:
            client = anthropic_at(url)
            self.assertEqual([model.id for model in client.models.list()], ["scripted"])
            counted = client.messages.count_tokens(model="scripted", messages=QUESTION)
        self.assertGreater(counted.input_tokens, 0)


class Responses(unittest.TestCase):
    def ask(self, url, **more):
        return openai_at(url).responses.create(model="scripted", input=QUESTION, store=False, **more)

    def final(self, turn):
        with server(turn) as url:
            for event in self.ask(url, stream=True):
                last = check(event)
        return last.response

    def test_an_answer(self):
        response = self.final(ANSWER)
        self.assertEqual((response.output_text, response.status), (TEXT, "completed"))
        usage = response.usage
        self.assertEqual((usage.input_tokens, usage.output_tokens, usage.total_tokens), (880, 40, 920))
        details = usage.input_tokens_details
        self.assertEqual((details.cached_tokens, details.cache_write_tokens), (700, 60))

    def test_an_answer_in_one_piece(self):
        with server(ANSWER) as url:
            response = check(self.ask(url))
        self.assertEqual((response.output_text, response.usage.output_tokens), (TEXT, 40))

    def test_a_refusal_and_a_cut(self):
        refusals = [part for part in self.final(REFUSAL).output[0].content if part.type == "refusal"]
        self.assertEqual([part.refusal for part in refusals], ["not this"])
        cut = self.final(CUT)
        self.assertEqual((cut.status, cut.incomplete_details.reason), ("incomplete", "max_output_tokens"))

    def test_an_error_inside_a_stream(self):
        with server(BREAK) as url:
            events = [check(event) for event in self.ask(url, stream=True)]
        self.assertEqual((events[-1].type, events[-1].code), ("error", "overloaded_error"))

    def test_errors_before_it(self):
        with server(LIMITED) as url, self.assertRaises(openai.RateLimitError) as raised:
            self.ask(url)
        self.assertEqual(raised.exception.response.headers["retry-after"], "7")

    def test_counts(self):
        with server(ANSWER) as url:
            counted = openai_at(url).responses.input_tokens.count(model="scripted", input=QUESTION)
        self.assertGreater(counted.input_tokens, 0)


class ChatCompletions(unittest.TestCase):
    def ask(self, url, **more):
        return openai_at(url).chat.completions.create(model="scripted", messages=QUESTION, **more)

    def chunks(self, turn):
        with server(turn) as url:
            chunks = list(self.ask(url, stream=True, stream_options={"include_usage": True}))
        for chunk in chunks:
            check(chunk)
        return chunks

    def test_an_answer(self):
        chunks = self.chunks(ANSWER)
        deltas = [chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices]
        self.assertEqual("".join(deltas), TEXT)
        usage = chunks[-1].usage
        self.assertEqual((usage.prompt_tokens, usage.completion_tokens), (880, 40))
        self.assertEqual(usage.prompt_tokens_details.cached_tokens, 700)

    def test_an_answer_in_one_piece(self):
        with server(ANSWER) as url:
            completion = check(self.ask(url))
        self.assertEqual((completion.choices[0].message.content, completion.usage.completion_tokens), (TEXT, 40))

    def test_a_refusal_and_a_cut(self):
        refused = [chunk.choices[0].delta.refusal for chunk in self.chunks(REFUSAL) if chunk.choices]
        self.assertIn("not this", refused)
        ends = [chunk.choices[0].finish_reason for chunk in self.chunks(CUT) if chunk.choices]
        self.assertEqual(ends[-1], "length")

    def test_errors(self):
        with server(BREAK) as url, self.assertRaises(openai.APIError):
            list(self.ask(url, stream=True))
        with server(LIMITED) as url, self.assertRaises(openai.RateLimitError):
            self.ask(url)
        with server(ANSWER) as url:
            self.assertEqual([model.id for model in openai_at(url).models.list()], ["scripted"])


class Batches(unittest.TestCase):
    def test_a_batch_of_messages(self):
        params = {"model": "scripted", "max_tokens": 99, "messages": QUESTION}
        with server(ANSWER) as url:
            batches = anthropic_at(url).messages.batches
            made = check(batches.create(requests=[{"custom_id": "one", "params": params}]))
            seen = check(batches.retrieve(made.id))
            self.assertEqual([check(entry).id for entry in batches.list()], [made.id])
            results = [check(result) for result in batches.results(made.id)]
            batches.delete(made.id)
        self.assertEqual((made.processing_status, seen.processing_status), ("in_progress", "ended"))
        self.assertEqual([result.custom_id for result in results], ["one"])
        self.assertEqual(results[0].result.message.usage.service_tier, "batch")

    def test_a_batch_of_messages_that_fail(self):
        params = {"model": "scripted", "max_tokens": 99, "messages": QUESTION}
        with server({"kind": "status", "status": 500, "code": "api_error", "message": "no"}) as url:
            batches = anthropic_at(url).messages.batches
            made = batches.create(requests=[{"custom_id": "one", "params": params}])
            batches.retrieve(made.id)
            [failed] = [check(result).result for result in batches.results(made.id)]
        self.assertEqual((failed.type, failed.error.error.type), ("errored", "api_error"))

    def test_a_batch_of_responses(self):
        line = {
            "custom_id": "one",
            "method": "POST",
            "url": "/v1/responses",
            "body": {"model": "scripted", "input": QUESTION},
        }
        with server(ANSWER) as url:
            client = openai_at(url)
            file = check(client.files.create(file=("b.jsonl", json.dumps(line).encode()), purpose="batch"))
            made = check(
                client.batches.create(
                    input_file_id=file.id, endpoint="/v1/responses", completion_window="24h"
                )
            )
            seen = check(client.batches.retrieve(made.id))
            answered = json.loads(client.files.content(seen.output_file_id).text)
            self.assertEqual([check(entry).id for entry in client.batches.list()], [made.id])
            client.files.delete(file.id)
        self.assertEqual((made.status, seen.status), ("in_progress", "completed"))
        self.assertEqual((answered["custom_id"], answered["response"]["status_code"]), ("one", 200))


if __name__ == "__main__":
    unittest.main()
