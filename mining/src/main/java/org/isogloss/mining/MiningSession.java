// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

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
import org.isogloss.core.json.JsonFile;
import org.isogloss.data.FormatException;
import org.isogloss.data.SourceIdentity;
import org.isogloss.mining.corpus.EncodedLines;
import org.isogloss.mining.corpus.LineEncoder;
import org.isogloss.mining.corpus.StateFile;
import org.isogloss.mining.neighbour.BidirectionalNeighbours;
import org.isogloss.mining.neighbour.ExactNeighbourSearch;
import org.isogloss.mining.neighbour.Int8Vectors;
import org.isogloss.mining.neighbour.IvfSearch;
import org.isogloss.mining.neighbour.NeighbourCheckpoint;

/**
 * Bitext mining between two files with one sentence per line. A session encodes both files and
 * finds the neighbours of all lines of both. It stores its state in a folder, so that a killed run
 * can be resumed.
 *
 * <pre>{@code
 * try (MiningSession session = MiningSession.open(folder, german, english, encoder, options, listener)) {
 *   BidirectionalNeighbours neighbours = session.findNeighbours(listener);
 *   for (MinedPair pair : neighbours.pairs(Margin.RATIO, PairSelection.MAX)) {
 *     System.out.println(session.source().text(pair.source()));
 *     System.out.println(session.target().text(pair.target()));
 *   }
 * }
 * }</pre>
 *
 * <p>Memory use depends only on the number of lines: less than 140 bytes of heap per line with four
 * neighbours, including the pairs. Texts and vectors stay on disk, where each line occupies {@code
 * dimension + 16} bytes plus its text.
 */
public final class MiningSession implements AutoCloseable {
  private static final String FILE = "mining.json";
  private static final int FORMAT = 2;
  private static final long SAVE_NANOS = Duration.ofSeconds(60).toNanos();

  /**
   * Maximum number of pairs for which {@link NeighbourSearchMethod#BY_SIZE} selects the exact
   * search; {@code performance/README.md} contains the measurements behind this value.
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
   * Opens a session and encodes the lines of both files that are not encoded yet.
   *
   * @param folder the folder of the session, created if necessary; may contain the complete or
   *     partial state of an earlier run with the same files, encoder and policies
   * @param source the source file, UTF-8, plain or gzip
   * @param target the target file, UTF-8, plain or gzip
   * @param encoder the encoder; stays open
   * @param options the options
   * @param listener receives the progress of the encoding
   * @throws IsoglossException if the folder contains other files, or a file cannot be read
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
    return JsonFile.MAPPER
        .createObjectNode()
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
        ObjectNode found = StateFile.readNode(file);
        for (String name : (Iterable<String>) identity::fieldNames) {
          if (!identity.get(name).equals(found.get(name))) {
            throw new IsoglossException(
                folder
                    + (name.equals("format")
                        ? ": contains the state of another version of Isogloss"
                        : ": contains the state of another run, whose "
                            + name.replace('_', ' ')
                            + " is different")
                    + "; delete it or choose another folder");
          }
        }
        return;
      }
      Files.createDirectories(folder);
      try (Stream<Path> files = Files.list(folder)) {
        if (files.anyMatch(path -> !path.toString().endsWith(AtomicFile.UNFINISHED_SUFFIX))) {
          throw new IsoglossException(folder + ": contains other files, expected an empty folder");
        }
      }
      JsonFile.write(file, identity);
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
          public void progress(long resumedAt, long lines, double fraction) {
            listener.encodingProgress(file, resumedAt, lines, fraction);
          }

          @Override
          public void lineSkipped(FormatException problem) {
            listener.lineSkipped(problem);
          }
        });
  }

  /** The encoded lines of the source file. */
  public EncodedLines source() {
    return source;
  }

  /** The encoded lines of the target file. */
  public EncodedLines target() {
    return target;
  }

  /** Finds the neighbours of all lines, or resumes an interrupted search. */
  public BidirectionalNeighbours findNeighbours(MiningListener listener) {
    double pairs = (double) source.size() * target.size();
    return switch (options.search()) {
      case EXACT -> searchExact(listener);
      case CELLS -> searchIvf(listener);
      case BY_SIZE -> pairs <= MAX_EXACT_PAIRS ? searchExact(listener) : searchIvf(listener);
    };
  }

  private BidirectionalNeighbours searchExact(MiningListener listener) {
    ExactNeighbourSearch search =
        ExactNeighbourSearch.of(source.vectors(), target.vectors(), options.neighbours());
    NeighbourCheckpoint file = neighbourFile("neighbours");
    int resumedAt =
        file.read(search.forward(), search.backward(), done -> done >= 0 && done <= target.size());
    search.resumeAt(resumedAt);
    return search.run(
        options.threads(),
        new ExactNeighbourSearch.Listener() {
          private long saved = System.nanoTime();

          @Override
          public void progress(long compared, long pairs) {
            listener.searchProgress(resumedAt, compared / source.size(), target.size());
          }

          @Override
          public void blockFinished(ExactNeighbourSearch finished) {
            boolean last = finished.nextCandidate() == target.size();
            if (last || System.nanoTime() - saved > SAVE_NANOS) {
              file.write(finished.forward(), finished.backward(), finished.nextCandidate());
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

  /** Closes the session and deletes its folder. */
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
