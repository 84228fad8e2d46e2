"""Fill in the templates of workflows, which are written for Go's `text/template`.

The result is the text that Go writes for decoded JSON: `<no value>` for a missing key, `[a b]` for
a list, `1e+06` for a million. Go's source is the reference; the page docs/templates.md names the
few differences.
"""

from coordinator.workflow.gotemplate.errors import TemplateError
from coordinator.workflow.gotemplate.parser import FieldPath
from coordinator.workflow.gotemplate.template import Template
from coordinator.workflow.gotemplate.values import Absent, Facts

__all__ = ["Absent", "Facts", "FieldPath", "Template", "TemplateError"]
