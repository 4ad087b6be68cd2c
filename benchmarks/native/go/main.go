// Go's side of the native benchmark: time and net/http.
//
//	peers --answers FILE   print every answer
//	peers --serve FILE     for each line "row passes" on the standard input,
//	                       print the nanoseconds of one call
//
// Texts are appended to one buffer, and moments are time.Time in UTC, so that
// nothing is timed but the job.
package main

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"
)

type moment struct {
	when    time.Time
	imf     string
	rfc3339 string
}

// A row of the table: how to answer for one moment, how to pass over all.
type row struct {
	name   string
	answer func(m *moment) string
	pass   func(moments []moment)
}

// What the passes add up, printed in the end so that somebody wants it.
var sum int64

func writer(name string, layout string) row {
	return row{
		name,
		func(m *moment) string { return m.when.Format(layout) },
		func(moments []moment) {
			buffer := make([]byte, 0, 64)
			for i := range moments {
				buffer = moments[i].when.AppendFormat(buffer[:0], layout)
				sum += int64(buffer[0])
			}
		},
	}
}

func must(t time.Time, err error) time.Time {
	if err != nil {
		panic(err)
	}
	return t
}

func parseIMF(m *moment) time.Time {
	return must(http.ParseTime(m.imf))
}

func parseRFC3339(m *moment) time.Time {
	return must(time.Parse(time.RFC3339Nano, m.rfc3339))
}

var rows = []row{
	writer("imf-write/go", http.TimeFormat),
	{
		"imf-parse/go",
		func(m *moment) string { return fmt.Sprint(parseIMF(m).Unix()) },
		func(moments []moment) {
			for i := range moments {
				sum += parseIMF(&moments[i]).Unix()
			}
		},
	},
	writer("rfc3339-write/go", time.RFC3339Nano),
	{
		"rfc3339-parse/go",
		func(m *moment) string {
			t := parseRFC3339(m)
			return fmt.Sprintf("%d.%09d", t.Unix(), t.Nanosecond())
		},
		func(moments []moment) {
			for i := range moments {
				sum += parseRFC3339(&moments[i]).Unix()
			}
		},
	},
}

func readMoments(path string) []moment {
	text, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	var moments []moment
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		parts := strings.Split(line, "\t")
		var seconds, nanos int64
		if _, err := fmt.Sscan(parts[0]+" "+parts[1], &seconds, &nanos); err != nil {
			panic(err)
		}
		when := time.Unix(seconds, nanos).UTC()
		moments = append(moments, moment{when, parts[2], parts[3]})
	}
	return moments
}

// Nanoseconds a call. The first pass is for the caches, which another program
// had a moment ago.
func timeRound(r *row, moments []moment, passes int) float64 {
	r.pass(moments)
	start := time.Now()
	for i := 0; i < passes; i++ {
		r.pass(moments)
	}
	return float64(time.Since(start).Nanoseconds()) / float64(passes*len(moments))
}

func serve(moments []moment) {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var name string
		var passes int
		if _, err := fmt.Sscan(lines.Text(), &name, &passes); err != nil {
			panic(err)
		}
		for i := range rows {
			if rows[i].name == name {
				fmt.Printf("%.4f\n", timeRound(&rows[i], moments, passes))
			}
		}
	}
	fmt.Fprintln(os.Stderr, "sum", sum)
}

func printAnswers(moments []moment) {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for i := range rows {
		for j := range moments {
			fmt.Fprintf(out, "%s\t%s\n", rows[i].name, rows[i].answer(&moments[j]))
		}
	}
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: peers --answers|--serve FILE")
		os.Exit(2)
	}
	moments := readMoments(os.Args[2])
	if os.Args[1] == "--serve" {
		serve(moments)
	} else {
		printAnswers(moments)
	}
}
