// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.system;

import java.util.List;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.SpanEncoder;

/** Encodes every text as a query. */
record SymmetricEncoder(Encoder encoder) implements Encoder {
  @Override
  public int dimension() {
    return encoder.dimension();
  }

  @Override
  public String fingerprint() {
    return encoder.fingerprint();
  }

  @Override
  public float[][] encode(List<String> texts, Role role) {
    return encoder.encode(texts, Role.QUERY);
  }

  @Override
  public boolean fits(String text, Role role) {
    return encoder.fits(text, Role.QUERY);
  }

  @Override
  public boolean isContextual() {
    return encoder.isContextual();
  }

  @Override
  public SpanEncoder spans() {
    SpanEncoder spans = encoder.spans();
    return (texts, role) -> spans.encode(texts, Role.QUERY);
  }

  /** Does not close the encoder, which belongs to the caller. */
  @Override
  public void close() {}
}
