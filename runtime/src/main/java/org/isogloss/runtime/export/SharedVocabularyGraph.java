// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.VocabularyReference;

/** Assembles the graph of a model that uses the vocabulary of another model, in off-heap memory. */
public final class SharedVocabularyGraph {
  private SharedVocabularyGraph() {}

  /**
   * Returns the graph followed by the tensors that it omits.
   *
   * @throws ModelFormatException if the other model cannot be found, or its vocabulary is not the
   *     one with which the graph was exported
   */
  public static ByteBuffer assemble(ModelFolder model, Path graph, VocabularyReference borrowed) {
    try (ModelFolder vocabularyModel = model.openVocabularyModel()) {
      SharedVocabulary vocabulary = SharedVocabulary.of(vocabularyModel);
      ByteBuffer bytes =
          ByteBuffer.allocateDirect(Math.toIntExact(Files.size(graph) + vocabulary.size()));
      try (OutputStream out = new BufferOutput(bytes)) {
        Files.copy(graph, out);
        boolean recorded =
            vocabularyModel
                .recordedVocabularyChecksum()
                .equals(Optional.of(borrowed.vectorsSha256()));
        if (recorded) {
          vocabulary.appendUnchecked(out);
        } else if (!vocabulary.appendTo(out).equals(borrowed.vectorsSha256())) {
          throw new ModelFormatException(
              vocabularyModel.path(),
              "has a different vocabulary from the one that "
                  + model.path()
                  + " was exported with: restore the original "
                  + borrowed.model()
                  + " next to it, or export the model again with the vocabulary of this folder");
        }
      }
      return bytes.flip();
    } catch (IOException e) {
      throw new ModelFormatException(graph, FileErrors.readFailure(graph, e), e);
    }
  }

  /** Writes to a buffer. */
  private static final class BufferOutput extends OutputStream {
    private final ByteBuffer bytes;

    BufferOutput(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    @Override
    public void write(int b) {
      bytes.put((byte) b);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      bytes.put(from, offset, length);
    }
  }
}
