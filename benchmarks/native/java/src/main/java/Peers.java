import static java.time.ZoneOffset.UTC;

import io.netty.handler.codec.DateFormatter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Java's side of the native benchmark: Netty's DateFormatter and java.time.
 *
 * <pre>
 * Peers --answers FILE   print every answer
 * Peers --serve FILE     for each line "row passes" on the standard input,
 *                        print the nanoseconds of one call
 * </pre>
 *
 * <p>Texts are appended to one builder, and moments stand in the type that the peer takes, so that
 * nothing is timed but the job.
 */
final class Peers {
  private record Moment(Date date, Instant instant, String imf, String rfc3339) {}

  /** A row of the table; each has a loop of its own, so that the JIT can inline its job. */
  private record Row(String name, Function<Moment, String> answer, Pass pass) {}

  private interface Pass {
    long over(Moment[] moments);
  }

  /** RFC_1123_DATE_TIME writes a day below ten with one digit: HTTP wants this. */
  private static final DateTimeFormatter IMF =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US).withZone(UTC);

  private static final DateTimeFormatter RFC3339 = DateTimeFormatter.ISO_INSTANT;

  /** What the passes add up, printed in the end so that somebody wants it. */
  private static long sum;

  private static Row writer(String name, BiConsumer<Moment, StringBuilder> write, Pass pass) {
    Function<Moment, String> answer =
        moment -> {
          StringBuilder out = new StringBuilder();
          write.accept(moment, out);
          return out.toString();
        };
    return new Row(name, answer, pass);
  }

  private static void nettyWrite(Moment moment, StringBuilder out) {
    DateFormatter.append(moment.date, out);
  }

  private static void imfWrite(Moment moment, StringBuilder out) {
    IMF.formatTo(moment.instant, out);
  }

  private static void rfc3339Write(Moment moment, StringBuilder out) {
    RFC3339.formatTo(moment.instant, out);
  }

  private static long nettyWritePass(Moment[] moments) {
    StringBuilder out = new StringBuilder(64);
    long total = 0;
    for (Moment moment : moments) {
      out.setLength(0);
      nettyWrite(moment, out);
      total += out.charAt(0);
    }
    return total;
  }

  private static long imfWritePass(Moment[] moments) {
    StringBuilder out = new StringBuilder(64);
    long total = 0;
    for (Moment moment : moments) {
      out.setLength(0);
      imfWrite(moment, out);
      total += out.charAt(0);
    }
    return total;
  }

  private static long rfc3339WritePass(Moment[] moments) {
    StringBuilder out = new StringBuilder(64);
    long total = 0;
    for (Moment moment : moments) {
      out.setLength(0);
      rfc3339Write(moment, out);
      total += out.charAt(0);
    }
    return total;
  }

  private static Date nettyParse(Moment moment) {
    return DateFormatter.parseHttpDate(moment.imf);
  }

  private static Instant imfParse(Moment moment) {
    return IMF.parse(moment.imf, Instant::from);
  }

  private static Instant rfc3339Parse(Moment moment) {
    return RFC3339.parse(moment.rfc3339, Instant::from);
  }

  private static long nettyParsePass(Moment[] moments) {
    long total = 0;
    for (Moment moment : moments) {
      total += nettyParse(moment).getTime();
    }
    return total;
  }

  private static long imfParsePass(Moment[] moments) {
    long total = 0;
    for (Moment moment : moments) {
      total += imfParse(moment).getEpochSecond();
    }
    return total;
  }

  private static long rfc3339ParsePass(Moment[] moments) {
    long total = 0;
    for (Moment moment : moments) {
      total += rfc3339Parse(moment).getEpochSecond();
    }
    return total;
  }

  private static String withNanos(Instant instant) {
    return String.format(Locale.ROOT, "%d.%09d", instant.getEpochSecond(), instant.getNano());
  }

  private static final List<Row> ROWS =
      List.of(
          writer("imf-write/netty", Peers::nettyWrite, Peers::nettyWritePass),
          new Row(
              "imf-parse/netty",
              moment -> Long.toString(nettyParse(moment).getTime() / 1000),
              Peers::nettyParsePass),
          writer("imf-write/java.time", Peers::imfWrite, Peers::imfWritePass),
          new Row(
              "imf-parse/java.time",
              moment -> Long.toString(imfParse(moment).getEpochSecond()),
              Peers::imfParsePass),
          writer("rfc3339-write/java.time", Peers::rfc3339Write, Peers::rfc3339WritePass),
          new Row(
              "rfc3339-parse/java.time",
              moment -> withNanos(rfc3339Parse(moment)),
              Peers::rfc3339ParsePass));

  private static Moment readMoment(String line) {
    String[] parts = line.split("\t");
    long seconds = Long.parseLong(parts[0]);
    Instant instant = Instant.ofEpochSecond(seconds, Long.parseLong(parts[1]));
    return new Moment(new Date(seconds * 1000), instant, parts[2], parts[3]);
  }

  /** Nanoseconds a call. The first pass is for the caches, which another program had. */
  private static double timeRound(Row row, Moment[] moments, int passes) {
    sum += row.pass.over(moments);
    long start = System.nanoTime();
    for (int i = 0; i < passes; i++) {
      sum += row.pass.over(moments);
    }
    return (double) (System.nanoTime() - start) / ((double) passes * moments.length);
  }

  private static void serve(Moment[] moments) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] request = line.split(" ");
      Row row = ROWS.stream().filter(r -> r.name.equals(request[0])).findFirst().orElseThrow();
      double nanos = timeRound(row, moments, Integer.parseInt(request[1]));
      System.out.println(String.format(Locale.ROOT, "%.4f", nanos));
    }
    System.err.println("sum " + sum);
  }

  private static void printAnswers(Moment[] moments) {
    PrintStream out = System.out;
    for (Row row : ROWS) {
      for (Moment moment : moments) {
        out.println(row.name + "\t" + row.answer.apply(moment));
      }
    }
  }

  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: Peers --answers|--serve FILE");
      System.exit(2);
    }
    Moment[] moments =
        Files.readAllLines(Path.of(args[1])).stream().map(Peers::readMoment).toArray(Moment[]::new);
    if (args[0].equals("--serve")) {
      serve(moments);
    } else {
      printAnswers(moments);
    }
  }
}
