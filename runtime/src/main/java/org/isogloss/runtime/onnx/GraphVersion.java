// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.onnx;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.protobuf.ProtobufInput;

/**
 * Reads the version of the {@link GraphWriter} that wrote a graph from the first fields of the
 * file.
 */
public final class GraphVersion {
  private static final int PRODUCER = 2;
  private static final int PRODUCER_VERSION = 3;
  private static final int GRAPH = 7;

  private GraphVersion() {}

  /**
   * Returns the version of a graph that Isogloss wrote; 0 for graphs of other programs and for
   * version 1, which is not recorded in the file.
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
      // An invalid graph is reported when it is opened.
      return 0;
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
    boolean isIsogloss = producer.equals(GraphWriter.PRODUCER) && version.matches("[0-9]{1,6}");
    return isIsogloss ? Integer.parseInt(version) : 0;
  }
}
