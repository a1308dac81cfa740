// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import io.helidon.http.Headers;
import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.encoding.ContentEncodingContextConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.NoSuchElementException;

/**
 * Lets Helidon decompress the bodies of requests. Bodies in another coding pass unchanged, because
 * {@link Dispatcher} refuses them by its own words, and it compresses replies itself.
 */
public final class RequestDecoding implements ContentEncodingContext {
  @Override
  public boolean contentEncodingEnabled() {
    return false;
  }

  @Override
  public boolean contentDecodingEnabled() {
    return true;
  }

  @Override
  public boolean contentEncodingSupported(String encodingId) {
    return false;
  }

  @Override
  public boolean contentDecodingSupported(String encodingId) {
    return true;
  }

  @Override
  public ContentEncoder encoder(String encodingId) {
    throw new NoSuchElementException(encodingId);
  }

  @Override
  public ContentEncoder encoder(Headers headers) {
    return ContentEncoder.NO_OP;
  }

  @Override
  public ContentDecoder decoder(String encodingId) {
    return ContentCoding.named(encodingId)
        .<ContentDecoder>map(coding -> in -> decoded(coding, in))
        .orElse(ContentDecoder.NO_OP);
  }

  private static InputStream decoded(ContentCoding coding, InputStream in) {
    try {
      return coding.decoder(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public ContentEncodingContextConfig prototype() {
    return ContentEncodingContextConfig.create();
  }
}
