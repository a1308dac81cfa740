// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import java.util.List;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.transformer.Parameter;

/** Maps the vectors of the last layer of a transformer to the output of a task. */
public sealed interface Head extends AutoCloseable
    permits PoolingHead,
        SequenceClassificationHead,
        TokenClassificationHead,
        AnswerSpanHead,
        LanguageModelHead {
  /** Returns all trainable parameters; a head without parameters returns an empty list. */
  List<Parameter> parameters();

  /** Returns the class of Hugging Face's transformers that has this head. */
  TransformerHead kind();

  /** Frees the parameters. */
  @Override
  default void close() {
    parameters().forEach(parameter -> parameter.values().close());
  }
}
