// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A reply that consists of numbers in single precision, with a description in its headers.
 *
 * @param request names the request in messages
 * @param headers of the reply
 * @param bytes of the numbers, little-endian
 */
@SuppressWarnings("ArrayRecordComponent")
record BinaryReply(String request, HttpHeaders headers, byte[] bytes) {
  static final String TYPE = "application/octet-stream";

  static boolean isOne(HttpResponse<?> response) {
    return response.headers().firstValue("content-type").orElse("").startsWith(TYPE);
  }

  static BinaryReply of(String request, HttpResponse<InputStream> response) {
    try (InputStream body = response.body()) {
      return new BinaryReply(request, response.headers(), body.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // The bytes are in memory.
    }
  }

  /** Returns the value of a header. */
  String text(String header) {
    return headers
        .firstValue(header)
        .orElseThrow(() -> JsonReply.malformed(request, "it has no header " + header));
  }

  /** Returns the value of a header, a number of 0 or more. */
  long count(String header) {
    String value = text(header);
    try {
      return Long.parseUnsignedLong(value);
    } catch (NumberFormatException e) {
      throw JsonReply.malformed(
          request, "its header " + header + " is \"" + value + "\", expected a number");
    }
  }

  /** Returns vectors of a dimension, {@code [texts, dimension]}. */
  float[][] vectors(int dimension) {
    int length = dimension * Float.BYTES;
    if (length < 1 || bytes.length % length != 0) {
      throw JsonReply.malformed(
          request, "it has " + bytes.length + " bytes, for vectors of dimension " + dimension);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    float[][] vectors = new float[bytes.length / length][dimension];
    for (float[] vector : vectors) {
      buffer.asFloatBuffer().get(vector);
      buffer.position(buffer.position() + length);
    }
    return vectors;
  }
}
