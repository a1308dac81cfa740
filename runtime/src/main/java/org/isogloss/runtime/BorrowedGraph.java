package org.isogloss.runtime;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.FileProblem;
import org.isogloss.model.BorrowedVocabulary;
import org.isogloss.model.ModelFolder;
import org.isogloss.model.ModelFormatException;

/** Makes whole the graph of a model that borrows its vocabulary, outside of the heap. */
final class BorrowedGraph {
  private BorrowedGraph() {}

  /**
   * The graph and behind it the tensors that it leaves out.
   *
   * @throws ModelFormatException if the other model is not there, or is not the one that the graph
   *     was made with
   */
  static ByteBuffer complete(ModelFolder model, Path graph, BorrowedVocabulary borrowed) {
    try (ModelFolder lender = model.openLender()) {
      SharedVocabulary vocabulary = SharedVocabulary.of(lender);
      ByteBuffer bytes =
          ByteBuffer.allocateDirect(Math.toIntExact(Files.size(graph) + vocabulary.size()));
      try (OutputStream out = new BufferOutput(bytes)) {
        Files.copy(graph, out);
        if (!vocabulary.appendTo(out).equals(borrowed.vectors())) {
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
      throw new ModelFormatException(graph, FileProblem.reading(graph, e), e);
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
