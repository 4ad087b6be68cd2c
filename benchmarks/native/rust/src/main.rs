//! Rust's side of the native benchmark: `httpdate` and `jiff`.
//!
//!     peers --answers FILE   print every answer
//!     peers --serve FILE     for each line "row passes" on the standard input,
//!                            print the nanoseconds of one call
//!
//! A peer is handed a moment in the type that it keeps moments in, and one
//! buffer for all of its texts, so that nothing is timed but the job.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{self, BufRead, Write as _};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use httpdate::HttpDate;
use jiff::fmt::{rfc2822, temporal};
use jiff::Timestamp;

struct Moment {
    system: SystemTime,
    timestamp: Timestamp,
    imf: String,
    rfc3339: String,
}

static IMF_PRINTER: rfc2822::DateTimePrinter = rfc2822::DateTimePrinter::new();
static IMF_PARSER: rfc2822::DateTimeParser = rfc2822::DateTimeParser::new();
static RFC3339_PRINTER: temporal::DateTimePrinter =
    temporal::DateTimePrinter::new().precision(Some(9));
static RFC3339_PARSER: temporal::DateTimeParser = temporal::DateTimeParser::new();

fn httpdate_write(m: &Moment, out: &mut String) {
    write!(out, "{}", HttpDate::from(m.system)).unwrap();
}

fn httpdate_parse(m: &Moment) -> SystemTime {
    httpdate::parse_http_date(&m.imf).unwrap()
}

fn jiff_imf_write(m: &Moment, out: &mut String) {
    IMF_PRINTER
        .print_timestamp_rfc9110(&m.timestamp, out)
        .unwrap();
}

fn jiff_imf_parse(m: &Moment) -> Timestamp {
    IMF_PARSER.parse_timestamp(&m.imf).unwrap()
}

fn jiff_rfc3339_write(m: &Moment, out: &mut String) {
    RFC3339_PRINTER.print_timestamp(&m.timestamp, out).unwrap();
}

fn jiff_rfc3339_parse(m: &Moment) -> Timestamp {
    RFC3339_PARSER.parse_timestamp(&m.rfc3339).unwrap()
}

fn unix_seconds(t: SystemTime) -> String {
    t.duration_since(UNIX_EPOCH).unwrap().as_secs().to_string()
}

/// A row of the table: how to answer for one moment, how to pass over all.
struct Row {
    name: &'static str,
    answer: Box<dyn Fn(&Moment) -> String>,
    pass: Box<dyn Fn(&[Moment])>,
}

fn writer(name: &'static str, write: impl Fn(&Moment, &mut String) + Copy + 'static) -> Row {
    Row {
        name,
        answer: Box::new(move |m| {
            let mut out = String::new();
            write(m, &mut out);
            out
        }),
        pass: Box::new(move |moments| {
            let mut out = String::with_capacity(64);
            for m in moments {
                out.clear();
                write(black_box(m), &mut out);
                black_box(out.as_bytes());
            }
        }),
    }
}

fn parser<T: 'static>(
    name: &'static str,
    parse: impl Fn(&Moment) -> T + Copy + 'static,
    show: impl Fn(T) -> String + 'static,
) -> Row {
    Row {
        name,
        answer: Box::new(move |m| show(parse(m))),
        pass: Box::new(move |moments| {
            for m in moments {
                black_box(parse(black_box(m)));
            }
        }),
    }
}

fn rows() -> Vec<Row> {
    let seconds = |t: Timestamp| t.as_second().to_string();
    let nanos = |t: Timestamp| format!("{}.{:09}", t.as_second(), t.subsec_nanosecond());
    vec![
        writer("imf-write/httpdate", httpdate_write),
        parser("imf-parse/httpdate", httpdate_parse, unix_seconds),
        writer("imf-write/jiff", jiff_imf_write),
        parser("imf-parse/jiff", jiff_imf_parse, seconds),
        writer("rfc3339-write/jiff", jiff_rfc3339_write),
        parser("rfc3339-parse/jiff", jiff_rfc3339_parse, nanos),
    ]
}

fn read_moment(line: &str) -> Moment {
    let parts: Vec<&str> = line.split('\t').collect();
    let (seconds, nanos) = (parts[0].parse().unwrap(), parts[1].parse().unwrap());
    Moment {
        system: UNIX_EPOCH + Duration::new(seconds, nanos),
        timestamp: Timestamp::new(seconds as i64, nanos as i32).unwrap(),
        imf: parts[2].to_owned(),
        rfc3339: parts[3].to_owned(),
    }
}

/// Nanoseconds a call. The first pass is for the caches, which another program
/// had a moment ago.
fn time_round(row: &Row, moments: &[Moment], passes: usize) -> f64 {
    (row.pass)(moments);
    let start = Instant::now();
    for _ in 0..passes {
        (row.pass)(moments);
    }
    start.elapsed().as_nanos() as f64 / (passes * moments.len()) as f64
}

fn serve(rows: &[Row], moments: &[Moment]) {
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let (name, passes) = line.split_once(' ').unwrap();
        let row = rows.iter().find(|row| row.name == name).unwrap();
        println!("{:.4}", time_round(row, moments, passes.parse().unwrap()));
    }
}

fn print_answers(rows: &[Row], moments: &[Moment]) {
    let mut out = io::stdout().lock();
    for row in rows {
        for m in moments {
            writeln!(out, "{}\t{}", row.name, (row.answer)(m)).unwrap();
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [mode, path] = &arguments[..] else {
        panic!("usage: peers --answers|--serve FILE");
    };
    let text = std::fs::read_to_string(path).unwrap();
    let moments: Vec<Moment> = text.lines().map(read_moment).collect();
    match mode.as_str() {
        "--serve" => serve(&rows(), &moments),
        _ => print_answers(&rows(), &moments),
    }
}
