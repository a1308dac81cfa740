// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.corpus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;

/**
 * The progress of the encoding of a file, stored in {@code state.json} with a checksum of all its
 * numbers. When the encoding is resumed, the other files of the folder are truncated to the extents
 * in this state.
 *
 * @param counts counts of encoded and skipped lines
 * @param step quantisation step of the vectors; 0 until it is chosen
 * @param vectors the complete part of {@link EncodedLines#VECTORS}
 * @param lines the complete part of {@link EncodedLines#LINES}
 * @param texts the complete part of {@link EncodedLines#TEXTS}
 * @param finished whether all lines of the file were encoded
 */
record EncodingState(
    LineCounts counts,
    float step,
    FileExtent vectors,
    FileExtent lines,
    FileExtent texts,
    boolean finished) {
  /** The state before any line is encoded. */
  static final EncodingState EMPTY =
      new EncodingState(
          LineCounts.EMPTY, 0, FileExtent.EMPTY, FileExtent.EMPTY, FileExtent.EMPTY, false);

  private static final String FILE = "state.json";

  /** Maximum count: larger than any real count, and small enough that sums do not overflow. */
  private static final long MAX_COUNT = 1L << 56;

  /**
   * Reads the state of an earlier run.
   *
   * @return the state; empty if there is none
   * @throws IsoglossException if the file was not written by {@link #write}
   */
  static Optional<EncodingState> read(Path folder) {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    JsonObject json = StateFile.read(file);
    EncodingState state =
        new EncodingState(
            counts(json),
            finiteFloat(json, "step"),
            extent(json.object("vectors_file")),
            extent(json.object("lines_file")),
            extent(json.object("texts_file")),
            json.booleanValue("finished"));
    if (count(json, "checksum") != state.checksum()) {
      throw json.problem("wrong checksum");
    }
    long kept = state.counts.encoded();
    if (kept > EncodedLines.MAX_LINES
        || state.lines.bytes() != kept * EncodedLines.ENTRY_BYTES
        || (kept > 0 && !(state.step > 0))) {
      throw json.problem("found " + kept + " lines, " + state.lines + " and step " + state.step);
    }
    return Optional.of(state);
  }

  private static LineCounts counts(JsonObject json) {
    long lines = count(json, "lines");
    long malformed = count(json, "malformed");
    long blank = count(json, "blank");
    long repeated = count(json, "repeated");
    long tooLong = count(json, "too_long");
    long unknown = count(json, "unknown");
    if (lines < malformed + blank + repeated + tooLong + unknown) {
      throw json.problem("the number of skipped lines exceeds the " + lines + " lines of the file");
    }
    return new LineCounts(lines, malformed, blank, repeated, tooLong, unknown);
  }

  private static FileExtent extent(JsonObject json) {
    long checksum = count(json, "crc32c");
    if (checksum > FileExtent.MAX_CHECKSUM) {
      throw json.problem("found the checksum " + checksum + ", expected 32 bits");
    }
    return new FileExtent(count(json, "bytes"), checksum);
  }

  private static long count(JsonObject json, String key) {
    long count = json.integer(key);
    if (count < 0 || count > MAX_COUNT) {
      throw json.error(key, String.valueOf(count), "a count from 0 to " + MAX_COUNT);
    }
    return count;
  }

  private static float finiteFloat(JsonObject json, String key) {
    float value = (float) json.number(key);
    if (!Float.isFinite(value)) {
      throw json.error(key, String.valueOf(value), "a finite number");
    }
    return value;
  }

  void write(Path folder) {
    ObjectNode node = JsonFile.MAPPER.createObjectNode();
    node.put("lines", counts.lines());
    node.put("malformed", counts.malformed());
    node.put("blank", counts.blank());
    node.put("repeated", counts.repeated());
    node.put("too_long", counts.tooLong());
    node.put("unknown", counts.unknown());
    node.put("step", step);
    write(node.putObject("vectors_file"), vectors);
    write(node.putObject("lines_file"), lines);
    write(node.putObject("texts_file"), texts);
    node.put("finished", finished);
    node.put("checksum", checksum());
    JsonFile.write(folder.resolve(FILE), node);
  }

  private static void write(ObjectNode node, FileExtent extent) {
    node.put("bytes", extent.bytes()).put("crc32c", extent.checksum());
  }

  private long checksum() {
    long[] numbers = {
      counts.lines(),
      counts.malformed(),
      counts.blank(),
      counts.repeated(),
      counts.tooLong(),
      counts.unknown(),
      Float.floatToIntBits(step),
      vectors.bytes(),
      vectors.checksum(),
      lines.bytes(),
      lines.checksum(),
      texts.bytes(),
      texts.checksum(),
      finished ? 1 : 0
    };
    ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
    bytes.asLongBuffer().put(numbers);
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return checksum.getValue();
  }
}
