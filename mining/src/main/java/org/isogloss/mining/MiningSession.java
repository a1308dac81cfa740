package org.isogloss.mining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.io.FolderTree;
import org.isogloss.data.FormatException;
import org.isogloss.data.SourceIdentity;
import org.isogloss.mining.corpus.EncodedLines;
import org.isogloss.mining.corpus.LineEncoder;
import org.isogloss.mining.corpus.StateFile;
import org.isogloss.mining.neighbour.BidirectionalNeighbours;
import org.isogloss.mining.neighbour.ExactNeighbourSearch;
import org.isogloss.mining.neighbour.HnswSearch;
import org.isogloss.mining.neighbour.Int8Vectors;
import org.isogloss.mining.neighbour.IvfSearch;
import org.isogloss.mining.neighbour.NeighbourCheckpoint;

/**
 * Bitext mining between two files, one sentence a line: encodes both, finds the neighbours of all
 * lines on either side, and keeps what it has in a folder, so that a run that was killed goes on
 * where it stood.
 *
 * <pre>{@code
 * try (MiningSession work = MiningSession.open(folder, german, english, encoder, options, listener)) {
 *   BidirectionalNeighbours neighbours = work.neighbours(listener);
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
public final class MiningSession implements AutoCloseable {
  private static final String FILE = "mining.json";
  private static final int FORMAT = 2;
  private static final long SAVE_NANOS = Duration.ofSeconds(60).toNanos();

  /**
   * Up to so many pairs all are compared: performance/README.md has the figures it was reckoned
   * from.
   */
  static final double MAX_EXACT_PAIRS = 4e12;

  private final Path folder;
  private final MiningOptions options;
  private final EncodedLines source;
  private final EncodedLines target;

  private MiningSession(
      Path folder, MiningOptions options, EncodedLines source, EncodedLines target) {
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
  public static MiningSession open(
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
      return new MiningSession(folder, options, sourceLines, targetLines);
    } catch (RuntimeException e) {
      sourceLines.close();
      throw e;
    }
  }

  private static ObjectNode identity(
      Path source, Path target, Encoder encoder, MiningOptions options) {
    return StateFile.newObject()
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
        JsonNode found = StateFile.read(file).object();
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
        if (files.anyMatch(one -> !one.toString().endsWith(AtomicFile.UNFINISHED_SUFFIX))) {
          throw new IsoglossException(
              folder + ": holds something else, expected an empty folder to work in");
        }
      }
      StateFile.write(file, identity);
    } catch (IOException e) {
      throw FileErrors.cannotWrite(folder, e);
    }
  }

  private static EncodedLines encode(
      Path folder,
      String side,
      Path file,
      Encoder encoder,
      MiningOptions options,
      MiningListener listener) {
    return LineEncoder.run(
        folder.resolve(side),
        file,
        encoder,
        options.longLines(),
        options.onError(),
        LineEncoder.SAVE_NANOS,
        new LineEncoder.Listener() {
          @Override
          public void progress(long before, long lines, double fraction) {
            listener.encodingProgress(file, before, lines, fraction);
          }

          @Override
          public void lineSkipped(FormatException problem) {
            listener.lineSkipped(problem);
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
  public BidirectionalNeighbours findNeighbours(MiningListener listener) {
    double pairs = (double) source.size() * target.size();
    return switch (options.search()) {
      case EXACT -> searchExact(listener);
      case CELLS -> searchIvf(listener);
      case GRAPH -> searchHnsw(listener);
      case BY_SIZE -> pairs <= MAX_EXACT_PAIRS ? searchExact(listener) : searchIvf(listener);
    };
  }

  private BidirectionalNeighbours searchExact(MiningListener listener) {
    ExactNeighbourSearch scan =
        ExactNeighbourSearch.of(source.vectors(), target.vectors(), options.neighbours());
    NeighbourCheckpoint file = neighbourFile("neighbours");
    int before =
        file.read(scan.forward(), scan.backward(), done -> done >= 0 && done <= target.size());
    scan.resumeAt(before);
    return scan.run(
        options.threads(),
        new ExactNeighbourSearch.Listener() {
          private long saved = System.nanoTime();

          @Override
          public void progress(long compared, long pairs) {
            listener.searchProgress(before, compared / source.size(), target.size());
          }

          @Override
          public void blockFinished(ExactNeighbourSearch done) {
            boolean last = done.nextCandidate() == target.size();
            if (last || System.nanoTime() - saved > SAVE_NANOS) {
              file.write(done.forward(), done.backward(), done.nextCandidate());
              saved = System.nanoTime();
            }
          }
        });
  }

  private NeighbourCheckpoint neighbourFile(String name) {
    return new NeighbourCheckpoint(folder.resolve(name), source.vectors(), target.vectors());
  }

  private BidirectionalNeighbours searchIvf(MiningListener listener) {
    NeighbourCheckpoint file = neighbourFile("cell-neighbours");
    Int8Vectors vectors = source.vectors();
    int depth = options.neighbours();
    return new IvfSearch(file, vectors, target.vectors(), depth, options.threads())
        .run(done -> listener.searchProgress(0, done, vectors.size()));
  }

  private BidirectionalNeighbours searchHnsw(MiningListener listener) {
    Path graphs = folder.resolve("graphs");
    NeighbourCheckpoint file = neighbourFile("graph-neighbours");
    HnswSearch search =
        new HnswSearch(
            graphs,
            file,
            source.vectors(),
            target.vectors(),
            options.neighbours(),
            options.threads());
    int all = source.size() + target.size();
    return search.run(done -> listener.searchProgress(0, done / 2, all));
  }

  /** Deletes the folder. Nothing of this can be used afterwards. */
  public void delete() {
    close();
    FolderTree.deleteIfExists(folder);
  }

  @Override
  public void close() {
    source.close();
    target.close();
  }
}
