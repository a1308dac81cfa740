package org.isogloss.runtime;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import org.isogloss.core.FileProblem;
import org.isogloss.model.ModelFormatException;

/** Which version of {@link GraphWriter} wrote a graph, as the file's first fields say. */
final class GraphVersion {
  private static final int PRODUCER = 2;
  private static final int PRODUCER_VERSION = 3;
  private static final int GRAPH = 7;

  private GraphVersion() {}

  /**
   * The version of a graph of ours; 0 of others, and of our first, which did not say.
   *
   * @throws ModelFormatException if the file cannot be read
   */
  static int of(Path file) {
    String producer = "";
    String version = "";
    try (ProtoInput in = new ProtoInput(file)) {
      while (in.at() < in.size()) {
        long tag = in.varint();
        if (ProtoInput.isContent(tag, GRAPH)) {
          break;
        } else if (ProtoInput.isContent(tag, PRODUCER)) {
          producer = in.text(in.size());
        } else if (ProtoInput.isContent(tag, PRODUCER_VERSION)) {
          version = in.text(in.size());
        } else {
          in.skip(tag, in.size());
        }
      }
    } catch (EOFException e) {
      // Whoever runs the graph will say that it is none.
      return 0;
    } catch (IOException e) {
      throw new ModelFormatException(file, FileProblem.reading(file, e), e);
    }
    boolean ours = producer.equals(GraphWriter.PRODUCER) && version.matches("[0-9]{1,6}");
    return ours ? Integer.parseInt(version) : 0;
  }
}
