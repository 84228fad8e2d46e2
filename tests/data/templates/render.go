// Renders the templates of rows.jsonl with data.json by Go's own engine, and writes the results beside them.
//
// Run it from the root of the repository after adding rows: go run tests/data/templates/render.go
// An argument names another folder with the two files.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"log"
	"os"
	"text/template"
)

func folder() string {
	if len(os.Args) > 1 {
		return os.Args[1] + "/"
	}
	return "tests/data/templates/"
}

type row struct {
	Template string  `json:"template"`
	Text     *string `json:"text,omitempty"`
	Fails    string  `json:"fails,omitempty"`
}

func render(text string, data map[string]any) row {
	parsed, err := template.New("no name that a template could use").Parse(text)
	if err != nil {
		return row{Template: text, Fails: "parse"}
	}
	var out bytes.Buffer
	if err := parsed.Execute(&out, data); err != nil {
		return row{Template: text, Fails: "execute"}
	}
	said := out.String()
	return row{Template: text, Text: &said}
}

func main() {
	var data map[string]any
	given, err := os.ReadFile(folder() + "data.json")
	if err == nil {
		err = json.Unmarshal(given, &data)
	}
	if err != nil {
		log.Fatal(err)
	}
	rows, err := os.ReadFile(folder() + "rows.jsonl")
	if err != nil {
		log.Fatal(err)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	scanner := bufio.NewScanner(bytes.NewReader(rows))
	scanner.Buffer(nil, 10_000_000)
	for scanner.Scan() {
		var each row
		if err := json.Unmarshal(scanner.Bytes(), &each); err != nil {
			log.Fatal(err)
		}
		if err := encoder.Encode(render(each.Template, data)); err != nil {
			log.Fatal(err)
		}
	}
	if err := os.WriteFile(folder()+"rows.jsonl", out.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}
