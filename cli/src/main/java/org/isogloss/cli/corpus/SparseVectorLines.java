// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.file.Path;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.SparseVector;
import org.isogloss.core.io.OutputFile;
import org.isogloss.core.json.JsonFile;

/**
 * Writes weights of terms as JSON, an array of objects on each line: the id of a term as {@code
 * index}, its text as {@code term}, its weight as {@code value}, in ascending order of ids.
 */
final class SparseVectorLines implements AutoCloseable {
  private final OutputFile file;
  private final SparseEncoder encoder;

  SparseVectorLines(Path path, SparseEncoder encoder) {
    this.file = OutputFile.open(path);
    this.encoder = encoder;
  }

  void write(SparseVector vector) {
    ArrayNode line = JsonFile.MAPPER.createArrayNode();
    for (int i = 0; i < vector.size(); i++) {
      int term = vector.terms()[i];
      line.addObject()
          .put("index", term)
          .put("term", encoder.term(term))
          .put("value", vector.weights()[i]);
    }
    try {
      file.stream().write(JsonFile.MAPPER.writeValueAsBytes(line));
      file.stream().write('\n');
    } catch (IOException e) {
      throw file.failure(e);
    }
  }

  void commit() {
    file.commit();
  }

  @Override
  public void close() {
    file.close();
  }
}
