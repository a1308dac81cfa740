package org.isogloss.neural.head;

import java.util.List;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.transformer.Parameter;

/** What turns the vectors of a transformer's last layer into what a task asks for. */
public sealed interface Head extends AutoCloseable
    permits PoolingHead,
        SequenceClassificationHead,
        TokenClassificationHead,
        AnswerSpanHead,
        LanguageModelHead {
  /** Everything in it that can be trained; none where it only computes. */
  List<Parameter> parameters();

  /** Which class of Hugging Face's has this head. */
  TransformerHead kind();

  /** Frees its parameters. */
  @Override
  default void close() {
    parameters().forEach(parameter -> parameter.values().close());
  }
}
