// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.contract;

import org.isogloss.core.Encoder;

class TrigramEncoderTest extends SpanEncoderContractTest {
  @Override
  protected Encoder open() {
    return new TrigramEncoder(64);
  }
}
