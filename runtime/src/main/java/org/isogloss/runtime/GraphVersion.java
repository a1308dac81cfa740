package org.isogloss.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.model.ModelFormatException;
import org.isogloss.model.ProtoReader;
import org.isogloss.model.ProtoReader.MalformedMessageException;

/** Which version of {@link GraphWriter} wrote a graph, as the file's first bytes say. */
final class GraphVersion {
  private static final int PRODUCER = 2;
  private static final int PRODUCER_VERSION = 3;

  /** What stands before the graph itself takes less. */
  private static final int HEAD = 256;

  private GraphVersion() {}

  /**
   * The version of a graph of ours; 0 of others, and of our first, which did not say.
   *
   * @throws ModelFormatException if the file cannot be read
   */
  static int of(Path file) {
    ByteBuffer head;
    try (InputStream in = Files.newInputStream(file)) {
      head = ByteBuffer.wrap(in.readNBytes(HEAD));
    } catch (IOException e) {
      throw new ModelFormatException(file, "cannot be read: " + e.getMessage(), e);
    }
    boolean ours = false;
    String version = "";
    ProtoReader model = new ProtoReader(head);
    try {
      while (model.next()) {
        switch (model.field()) {
          case PRODUCER -> ours = text(model).equals(GraphWriter.PRODUCER);
          case PRODUCER_VERSION -> version = text(model);
          default -> {
            // Formats and operators.
          }
        }
      }
    } catch (MalformedMessageException endOfHead) {
      // The graph is longer than what was read of it.
    }
    return ours && version.matches("[0-9]{1,6}") ? Integer.parseInt(version) : 0;
  }

  private static String text(ProtoReader message) {
    return StandardCharsets.UTF_8.decode(message.content().duplicate()).toString();
  }
}
