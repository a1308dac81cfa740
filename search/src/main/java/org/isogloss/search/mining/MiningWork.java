package org.isogloss.search.mining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.isogloss.core.AtomicFile;
import org.isogloss.core.Encoder;
import org.isogloss.core.FileProblem;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.FormatException;
import org.isogloss.search.SourceIdentity;

/**
 * Bitext mining between two files, one sentence a line: encodes both, finds the neighbours of all
 * lines on either side, and keeps what it has in a folder, so that a run that was killed goes on
 * where it stood.
 *
 * <pre>{@code
 * try (MiningWork work = MiningWork.open(folder, german, english, encoder, options, listener)) {
 *   MutualNeighbours neighbours = work.neighbours(listener);
 *   for (MinedPair pair : neighbours.pairs(Margin.RATIO, PairSelection.MAX)) {
 *     System.out.println(work.source().text(pair.source()) + work.target().text(pair.target()));
 *   }
 * }
 * }</pre>
 *
 * <p>Memory follows the number of lines and nothing else: below 140 bytes of heap a line with four
 * neighbours, the pairs included. Texts and vectors stay on the disk, where a line takes {@code
 * dimension + 16} bytes and its text.
 */
public final class MiningWork implements AutoCloseable {
  private static final String FILE = "mining.json";
  private static final int FORMAT = 2;
  private static final long SAVE_NANOS = Duration.ofSeconds(60).toNanos();

  /** Up to so many pairs all are compared: bench/README.md has the figures it was reckoned from. */
  static final double EXACT_PAIRS = 4e12;

  private final Path folder;
  private final MiningOptions options;
  private final EncodedLines source;
  private final EncodedLines target;

  private MiningWork(Path folder, MiningOptions options, EncodedLines source, EncodedLines target) {
    this.folder = folder;
    this.options = options;
    this.source = source;
    this.target = target;
  }

  /**
   * Encodes both files, or what of them is not encoded yet.
   *
   * @param folder made where it is missing; may hold what an earlier run over the same files with
   *     the same encoder left, whole or not
   * @param source the one file, UTF-8, plain or gzip
   * @param target the other
   * @param encoder stays open
   * @throws IsoglossException if the folder holds something else, or a file cannot be read
   */
  public static MiningWork open(
      Path folder,
      Path source,
      Path target,
      Encoder encoder,
      MiningOptions options,
      MiningListener listener) {
    requireSame(folder, identity(source, target, encoder, options));
    EncodedLines sourceLines = encode(folder, "source", source, encoder, options, listener);
    try {
      EncodedLines targetLines = encode(folder, "target", target, encoder, options, listener);
      return new MiningWork(folder, options, sourceLines, targetLines);
    } catch (RuntimeException e) {
      sourceLines.close();
      throw e;
    }
  }

  private static ObjectNode identity(
      Path source, Path target, Encoder encoder, MiningOptions options) {
    return StateJson.newObject()
        .put("format", FORMAT)
        .put("model", encoder.fingerprint())
        .put("source", SourceIdentity.of(source).value())
        .put("target", SourceIdentity.of(target).value())
        .put("long_lines", options.longLines().name())
        .put("on_error", options.onError().name());
  }

  private static void requireSame(Path folder, ObjectNode identity) {
    Path file = folder.resolve(FILE);
    try {
      if (Files.exists(file)) {
        JsonNode found = StateJson.read(file).object();
        for (String name : (Iterable<String>) identity::fieldNames) {
          if (!identity.get(name).asText().equals(found.path(name).asText())) {
            throw new IsoglossException(
                folder
                    + (name.equals("format")
                        ? ": holds the work of another version of Isogloss"
                        : ": holds the work of another run, whose "
                            + name.replace('_', ' ')
                            + " is different")
                    + ": delete it or name another folder");
          }
        }
        return;
      }
      Files.createDirectories(folder);
      try (Stream<Path> files = Files.list(folder)) {
        if (files.anyMatch(one -> !one.toString().endsWith(AtomicFile.UNFINISHED))) {
          throw new IsoglossException(
              folder + ": holds something else, expected an empty folder to work in");
        }
      }
      StateJson.write(file, identity);
    } catch (IOException e) {
      throw FileProblem.cannotWrite(folder, e);
    }
  }

  private static EncodedLines encode(
      Path folder,
      String side,
      Path file,
      Encoder encoder,
      MiningOptions options,
      MiningListener listener) {
    return LineEncoding.run(
        folder.resolve(side),
        file,
        encoder,
        options.longLines(),
        options.onError(),
        LineEncoding.SAVE_NANOS,
        new LineEncoding.Listener() {
          @Override
          public void progress(long before, long lines, double fraction) {
            listener.encoding(file, before, lines, fraction);
          }

          @Override
          public void skipped(FormatException problem) {
            listener.skipped(problem);
          }
        });
  }

  /** The lines of the one file. */
  public EncodedLines source() {
    return source;
  }

  /** The lines of the other file. */
  public EncodedLines target() {
    return target;
  }

  /** Finds the neighbours of all lines, or what is not found yet of them. */
  public MutualNeighbours neighbours(MiningListener listener) {
    double pairs = (double) source.size() * target.size();
    return switch (options.search()) {
      case EXACT -> scan(listener);
      case CELLS -> searchCells(listener);
      case GRAPH -> searchGraphs(listener);
      case BY_SIZE -> pairs <= EXACT_PAIRS ? scan(listener) : searchCells(listener);
    };
  }

  private MutualNeighbours scan(MiningListener listener) {
    NeighbourScan scan = NeighbourScan.of(source.vectors(), target.vectors(), options.neighbours());
    NeighbourFile file = neighbourFile("neighbours");
    int before =
        file.read(scan.forward(), scan.backward(), done -> done >= 0 && done <= target.size());
    scan.resumeAt(before);
    return scan.run(
        options.threads(),
        new NeighbourScan.Listener() {
          private long saved = System.nanoTime();

          @Override
          public void progress(long compared, long pairs) {
            listener.searching(before, compared / source.size(), target.size());
          }

          @Override
          public void blockDone(NeighbourScan done) {
            boolean last = done.nextCandidate() == target.size();
            if (last || System.nanoTime() - saved > SAVE_NANOS) {
              file.write(done.forward(), done.backward(), done.nextCandidate());
              saved = System.nanoTime();
            }
          }
        });
  }

  private NeighbourFile neighbourFile(String name) {
    return new NeighbourFile(folder.resolve(name), source.vectors(), target.vectors());
  }

  private MutualNeighbours searchCells(MiningListener listener) {
    NeighbourFile file = neighbourFile("cell-neighbours");
    ByteVectors vectors = source.vectors();
    int depth = options.neighbours();
    return new CellSearch(file, vectors, target.vectors(), depth, options.threads())
        .run(done -> listener.searching(0, done, vectors.size()));
  }

  private MutualNeighbours searchGraphs(MiningListener listener) {
    Path graphs = folder.resolve("graphs");
    NeighbourFile file = neighbourFile("graph-neighbours");
    GraphSearch search =
        new GraphSearch(
            graphs,
            file,
            source.vectors(),
            target.vectors(),
            options.neighbours(),
            options.threads());
    int all = source.size() + target.size();
    return search.run(done -> listener.searching(0, done / 2, all));
  }

  /** Deletes the folder. Nothing of this can be used afterwards. */
  public void delete() {
    close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path one : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(one);
      }
    } catch (IOException e) {
      throw FileProblem.cannotWrite(folder, e);
    }
  }

  @Override
  public void close() {
    source.close();
    target.close();
  }
}
