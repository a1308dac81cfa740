// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.core.io.AtomicFile;

/** Writes texts for an adversary in the format of recipes: JSON lines. */
final class AdversaryTextWriter {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private AdversaryTextWriter() {}

  /** A text with its query. */
  record Text(Language language, String text, String query) {}

  /** Writes texts, one on each line. */
  static void write(Path file, Stream<Text> texts) {
    AtomicFile.write(
        file,
        out -> {
          for (Text text : (Iterable<Text>) texts::iterator) {
            String line =
                MAPPER
                    .createObjectNode()
                    .put("language", text.language().tag())
                    .put("text", text.text())
                    .put("query", text.query())
                    .toString();
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
          }
        });
  }
}
