// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import org.isogloss.text.contract.AnswerExtractorContractTest;
import org.isogloss.text.decoding.AnswerExtractor;

class TestAnswerExtractorTest extends AnswerExtractorContractTest {
  @Override
  protected AnswerExtractor open() {
    return new TestAnswerExtractor(0);
  }
}
