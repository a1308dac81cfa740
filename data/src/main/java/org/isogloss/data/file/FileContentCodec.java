// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.core.json.MetadataJson;
import org.isogloss.data.MalformedRecordException;

/** Passes the content of a file from one process to another. */
final class FileContentCodec {
  /** Maximum length of the metadata as JSON, in UTF-16 units. */
  private static final int MAX_METADATA = 1 << 20;

  private FileContentCodec() {}

  /**
   * Checks that the content is small enough for one document.
   *
   * @throws MalformedRecordException if it is too long
   */
  static void requireBounded(FileContent content) throws MalformedRecordException {
    ParsingBudget.requireCharacters((long) content.title().length() + content.text().length());
    if (MetadataJson.write(content.metadata()).toString().length() > MAX_METADATA) {
      throw new MalformedRecordException(
          "has properties such as keywords of more than 1 Mi characters: shorten them");
    }
  }

  static void write(FileContent content, DataOutput out) throws IOException {
    writeText(content.title(), out);
    writeText(content.text(), out);
    writeText(content.language().map(Language::tag).orElse(""), out);
    writeText(MetadataJson.write(content.metadata()).toString(), out);
  }

  static FileContent read(DataInput in) throws IOException {
    String title = readText(in);
    String text = readText(in);
    String language = readText(in);
    try {
      return new FileContent(
          title,
          text,
          language.isEmpty() ? Optional.empty() : Language.find(language),
          MetadataJson.parse(readText(in)));
    } catch (JsonProcessingException e) {
      throw new IOException("the metadata is not JSON", e);
    }
  }

  static void writeText(String text, DataOutput out) throws IOException {
    // Not UTF-8, because a damaged text may contain half of a surrogate pair.
    byte[] bytes = new byte[Character.BYTES * text.length()];
    ByteBuffer.wrap(bytes).asCharBuffer().put(text);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static String readText(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return ByteBuffer.wrap(bytes).asCharBuffer().toString();
  }
}
