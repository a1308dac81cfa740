package org.isogloss.runtime.onnx;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.format.ModelFormatException;

/** Which version of {@link GraphWriter} wrote a graph, as the file's first fields say. */
public final class GraphVersion {
  private static final int PRODUCER = 2;
  private static final int PRODUCER_VERSION = 3;
  private static final int GRAPH = 7;

  private GraphVersion() {}

  /**
   * The version of a graph of ours; 0 of others, and of our first, which did not say.
   *
   * @throws ModelFormatException if the file cannot be read
   */
  public static int of(Path file) {
    String producer = "";
    String version = "";
    try (ProtobufInput in = new ProtobufInput(file)) {
      while (in.position() < in.size()) {
        long tag = in.varint();
        if (ProtobufInput.isContent(tag, GRAPH)) {
          break;
        } else if (ProtobufInput.isContent(tag, PRODUCER)) {
          producer = in.string(in.size());
        } else if (ProtobufInput.isContent(tag, PRODUCER_VERSION)) {
          version = in.string(in.size());
        } else {
          in.skip(tag, in.size());
        }
      }
    } catch (EOFException e) {
      // Whoever runs the graph will say that it is none.
      return 0;
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
    boolean ours = producer.equals(GraphWriter.PRODUCER) && version.matches("[0-9]{1,6}");
    return ours ? Integer.parseInt(version) : 0;
  }
}
