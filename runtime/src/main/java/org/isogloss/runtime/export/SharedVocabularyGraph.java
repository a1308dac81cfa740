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

/** Makes whole the graph of a model that borrows its vocabulary, outside of the heap. */
public final class SharedVocabularyGraph {
  private SharedVocabularyGraph() {}

  /**
   * The graph and behind it the tensors that it leaves out.
   *
   * @throws ModelFormatException if the other model is not there, or is not the one that the graph
   *     was made with
   */
  public static ByteBuffer assemble(ModelFolder model, Path graph, VocabularyReference borrowed) {
    try (ModelFolder lender = model.openVocabularyModel()) {
      SharedVocabulary vocabulary = SharedVocabulary.of(lender);
      ByteBuffer bytes =
          ByteBuffer.allocateDirect(Math.toIntExact(Files.size(graph) + vocabulary.size()));
      try (OutputStream out = new BufferOutput(bytes)) {
        Files.copy(graph, out);
        boolean recorded =
            lender.recordedVocabularyChecksum().equals(Optional.of(borrowed.vectorsSha256()));
        if (recorded) {
          vocabulary.appendUnchecked(out);
        } else if (!vocabulary.appendTo(out).equals(borrowed.vectorsSha256())) {
          throw new ModelFormatException(
              lender.path(),
              "has another vocabulary than the one that "
                  + model.path()
                  + " was made with: have the "
                  + borrowed.model()
                  + " of that time beside it, or export it again with --vocabulary-of");
        }
      }
      return bytes.flip();
    } catch (IOException e) {
      throw new ModelFormatException(graph, FileErrors.readFailure(graph, e), e);
    }
  }

  /** Fills a buffer. */
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
