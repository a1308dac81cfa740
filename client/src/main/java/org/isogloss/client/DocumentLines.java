// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.Iterator;

/** Documents as JSON, one on each line. A document is taken from the iterator when it is read. */
final class DocumentLines extends InputStream {
  private final Iterator<ObjectNode> documents;
  private byte[] line = {};
  private int position;

  DocumentLines(Iterator<ObjectNode> documents) {
    this.documents = documents;
  }

  /** Moves to the next document after the end of the line; false at the end. */
  private boolean hasBytes() {
    while (position == line.length) {
      if (!documents.hasNext()) {
        return false;
      }
      line = line(documents.next());
      position = 0;
    }
    return true;
  }

  /** Returns a document as UTF-8, with a line feed at its end only. */
  private static byte[] line(ObjectNode document) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    line.writeBytes(Transport.bytes(document));
    line.write('\n');
    return line.toByteArray();
  }

  @Override
  public int read() {
    return hasBytes() ? line[position++] & 0xff : -1;
  }

  /** Fills the array, unless the documents end before: many documents share a packet. */
  @Override
  public int read(byte[] bytes, int offset, int length) {
    int copied = 0;
    while (copied < length && hasBytes()) {
      int count = Math.min(length - copied, line.length - position);
      System.arraycopy(line, position, bytes, offset + copied, count);
      position += count;
      copied += count;
    }
    return copied == 0 && length > 0 ? -1 : copied;
  }
}
