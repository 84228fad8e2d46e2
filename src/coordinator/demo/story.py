"""The texts of the story: two issues, what a scripted author delivers for them, and the set-up of the daemon."""

from __future__ import annotations

import sys

AUTHOR, CREATOR = "ada", "maria"

LABEL_TITLE = "Label support tickets with a language model"
LABEL_TEXT = """\
- label(text) in label.py must send the ticket to the model server named by MODEL_URL and take the label from its reply.
- report.md must say how to repeat the measurement, and state only figures that a run in this repository produced.
- A test must cover how a model's reply becomes a label.
"""

RETRY_TITLE = "Describe how failed deliveries are retried"
RETRY_TEXT = """\
Write retries.md for the people on call: when a failed delivery is tried again, how often, and what to do by hand
when it is given up.
"""

BASE = {
    "README.md": "# Ticket lab\n\nSupport tickets and what we learn from them.\n",
    "tickets.csv": "text,label\nPlease refund my last order,billing\nThe app shows an error page,bug\n",
    "test_tickets.py": """\
import csv
import unittest


class Tickets(unittest.TestCase):
    def test_every_ticket_has_a_label(self):
        with open("tickets.csv") as file:
            self.assertTrue(all(row["label"] for row in csv.DictReader(file)))
""",
}

DRIFTED = {
    "label.py": '''\
"""Label support tickets."""

RULES = {"refund": "billing", "invoice": "billing", "crash": "bug", "error": "bug"}


def label(text):
    """Ask the model for the label of a ticket."""
    for word, name in RULES.items():
        if word in text.lower():
            return name
    return "other"
''',
    "report.md": """\
# Results

We sent every ticket to a large language model five times at temperature 0.
Accuracy was 94.2 % with a standard deviation of 0.8.
""",
    "test_label.py": """\
import unittest

from label import label


class Label(unittest.TestCase):
    def test_refunds_are_billing(self):
        self.assertEqual(label("Please refund my last order"), "billing")
""",
}

REWORKED = {
    "label.py": '''\
"""Label support tickets with the language model behind MODEL_URL."""

import json
import os
import urllib.request

LABELS = ("billing", "bug", "other")


def label(text):
    """The label that the model gives to a ticket."""
    prompt = f"Answer with one of {', '.join(LABELS)}. Ticket: {text}"
    request = urllib.request.Request(os.environ["MODEL_URL"], json.dumps({"prompt": prompt}).encode())
    with urllib.request.urlopen(request) as reply:
        return read_label(json.load(reply)["text"])


def read_label(reply):
    """The label named in a reply, or other."""
    words = reply.lower().split()
    return next((name for name in LABELS if name in words), "other")
''',
    "evaluate.py": '''\
"""Print the share of tickets that the model labels right: MODEL_URL=... python evaluate.py"""

import csv

from label import label

with open("tickets.csv") as file:
    rows = list(csv.DictReader(file))
right = sum(label(row["text"]) == row["label"] for row in rows)
print(f"{right} of {len(rows)} right")
''',
    "report.md": """\
# How to measure

MODEL_URL=http://127.0.0.1:8080/complete python evaluate.py prints how many tickets are labelled right.
No figure is stated here, because no model server was at hand for this change.
""",
    "test_label.py": """\
import unittest

from label import read_label


class Label(unittest.TestCase):
    def test_a_reply_becomes_a_label(self):
        self.assertEqual(read_label("This is Billing I think"), "billing")

    def test_a_reply_without_a_label_is_other(self):
        self.assertEqual(read_label("I cannot say"), "other")
""",
}

RETRIES = {
    "retries.md": """\
# Retries

A failed delivery is tried again after 1, 5 and 30 minutes.
After the third failure it is given up and shown in the queue named dead.
""",
}


def configuration(replies: str, home: str) -> str:
    """The daemon's coordinator.yaml: three recorded judges, two real checks, and how the author is started again."""
    python = sys.executable
    return f"""\
review: {{protocol: judge-with-debate}}
panel:
  meta_judge: {{recorded: {replies}}}
  judges:
    - {{name: Judge-GPT, recorded: {replies}}}
    - {{name: Judge-Claude, recorded: {replies}}}
    - {{name: Judge-Gemini, recorded: {replies}}}
checks:
  - {{name: tests, run: "'{python}' -m unittest -q", blocks: true}}
  - {{name: model calls, grep: "urllib|requests|httpx|openai|anthropic", in: "*.py", expect: present}}
board: {{retrigger: "'{python}' -m coordinator.demo.author rework '{home}'"}}
watch: {{poll: 0.2s}}
serve: {{port: 0}}
"""
