package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.neural.Validation;
import org.isogloss.neural.head.Head;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.transformer.Parameter;

/**
 * What a recipe asks of a transformer, and what is trained beside the transformer for that. {@link
 * RankerTraining} closes it.
 */
public interface RankerTask extends AutoCloseable {
  /** All that is asked, as one. */
  TrainingTasks.Task<?> task();

  /** Everything that may be trained, the transformer's own parameters first. */
  List<Parameter> parameters();

  /** What decides which state is kept; none where there is nothing to judge by. */
  Optional<Validation> validation();

  /** What {@link #validation} measures. */
  String validationMeasure();

  /** What is written with the transformer. */
  Head head();

  /** How the trained model will want its texts. */
  EncodingSettings encodingSettings();

  /** Files of the base that the trained model cannot do without, as they are. */
  default List<Path> filesToCopy() {
    return List.of();
  }

  @Override
  void close();
}
