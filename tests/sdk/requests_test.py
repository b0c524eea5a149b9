"""Every request we send is one that the provider's own SDK could have sent.

The requests come from `crates/mill-llm/tests/llm/shapes.rs`: what the real client sent to the scripted server.
"""

import json
import os
import unittest

from anthropic.types import message_count_tokens_params, message_create_params
from anthropic.types.messages import batch_create_params as message_batches
from openai.types import batch_create_params
from openai.types.chat import completion_create_params
from openai.types.responses import input_token_count_params, response_create_params
from strict import faults

TYPES = {
    "/v1/messages": message_create_params.MessageCreateParamsStreaming,
    "/v1/messages/count_tokens": message_count_tokens_params.MessageCountTokensParams,
    "/v1/messages/batches": message_batches.BatchCreateParams,
    "/v1/responses": response_create_params.ResponseCreateParamsStreaming,
    "/v1/responses/input_tokens": input_token_count_params.InputTokenCountParams,
    "/v1/chat/completions": completion_create_params.CompletionCreateParamsStreaming,
    "in a batch": response_create_params.ResponseCreateParamsNonStreaming,
    "/v1/batches": batch_create_params.BatchCreateParams,
}


def recorded():
    with open(os.environ["SDK_REQUESTS"], encoding="utf-8") as file:
        return json.load(file)


class Requests(unittest.TestCase):
    def test_every_request_is_one_of_the_sdks(self):
        records = recorded()
        self.assertGreater(len(records), 0)
        for record in records:
            with self.subTest(model=record["model"], shape=record["shape"], path=record["path"]):
                self.assertEqual(faults(TYPES[record["path"]], record["body"])[:5], [])

    def test_every_kind_of_request_was_recorded(self):
        self.assertEqual({record["path"] for record in recorded()}, set(TYPES))

    def test_the_check_sees_what_does_not_belong(self):
        """Otherwise the tests above would pass on anything."""
        kind = TYPES["/v1/messages"]
        body = next(record["body"] for record in recorded() if record["path"] == "/v1/messages")
        self.assertEqual(
            faults(kind, {**body, "max_completion_tokens": 1}),
            ["max_completion_tokens: Extra inputs are not permitted"],
        )
        nested = json.loads(json.dumps(body))
        nested["messages"][0]["content"][0]["colour"] = "red"
        self.assertTrue(any("colour: Extra inputs" in fault for fault in faults(kind, nested)))
        without = {key: value for key, value in body.items() if key != "max_tokens"}
        self.assertEqual(faults(kind, without), ["max_tokens: Field required"])


if __name__ == "__main__":
    unittest.main()
