package org.isogloss.neural.ranker;

import java.util.function.Predicate;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.Compute;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.neural.transformer.TransformerOptions;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/** The model that training starts from, loaded as a recipe says. */
public final class RankerBase implements AutoCloseable {
  private final ModelFolder folder;
  private final Tokenizer tokenizer;
  private final Transformer transformer;
  private final EncodingSettings settings;

  private RankerBase(
      ModelFolder folder, Tokenizer tokenizer, Transformer transformer, EncodingSettings settings) {
    this.folder = folder;
    this.tokenizer = tokenizer;
    this.transformer = transformer;
    this.settings = settings;
  }

  /**
   * Opens a model folder and loads its transformer.
   *
   * @throws TrainingException if it has no positions for texts so long
   */
  public static RankerBase open(RankerModel model, Compute compute) {
    ModelFolder folder = ModelFolder.open(model.base());
    try {
      Tokenizer tokenizer = folder.tokenizer();
      TransformerOptions.Builder options =
          TransformerOptions.builder()
              .dropout(model.dropout())
              .sparseGradients(true)
              .fourBitWords(model.words() == RankerModel.Words.INT4)
              .device(compute.device());
      if (model.layers() > 0) {
        options.layers(model.layers());
      }
      Transformer transformer = Transformer.load(folder, options.build());
      try {
        requireRoom(model, transformer);
        transformer.freeze(frozen(model));
        return new RankerBase(folder, tokenizer, transformer, settings(model, folder.encoding()));
      } catch (RuntimeException e) {
        transformer.close();
        throw e;
      }
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  private static void requireRoom(RankerModel model, Transformer transformer) {
    if (model.maxLength() > transformer.config().maxLength()) {
      throw new TrainingException(
          "model.max-length is "
              + model.maxLength()
              + ", but "
              + model.base()
              + " has positions for "
              + transformer.config().maxLength());
    }
  }

  private static Predicate<String> frozen(RankerModel model) {
    Predicate<String> parts =
        switch (model.freeze()) {
          case NOTHING -> name -> false;
          case WORDS -> name -> name.startsWith("embeddings.word_embeddings");
          case EMBEDDINGS -> Transformer.embeddingNames();
        };
    return model.frozenLayers() > 0
        ? parts.or(Transformer.firstLayerNames(model.frozenLayers()))
        : parts;
  }

  private static EncodingSettings settings(RankerModel model, EncodingSettings own) {
    Pooling pooling =
        model
            .pooling()
            .map(choice -> Pooling.valueOf(choice.name()))
            .orElse(own.pooling() == Pooling.NONE ? Pooling.MEAN : own.pooling());
    return new EncodingSettings(
        model.queryPrefix().orElse(own.queryPrefix()),
        model.passagePrefix().orElse(own.passagePrefix()),
        model.maxLength(),
        pooling);
  }

  /** Where it was loaded from. */
  public ModelFolder folder() {
    return folder;
  }

  /** What cuts its texts into pieces. */
  public Tokenizer tokenizer() {
    return tokenizer;
  }

  /** The net, to be trained. */
  public Transformer transformer() {
    return transformer;
  }

  /** How the trained model will want its texts. */
  public EncodingSettings settings() {
    return settings;
  }

  /** A query, or a sentence of a pair. */
  public Encoding query(String text) {
    return encoding(text, Role.QUERY);
  }

  /** What may answer a query. */
  public Encoding passage(String text) {
    return encoding(text, Role.PASSAGE);
  }

  /** A text with the prefix of its role. */
  public Encoding encoding(String text, Role role) {
    return encoding(text, role, settings.maxLength());
  }

  /** A text with the prefix of its role, cut behind so many pieces. */
  public Encoding encoding(String text, Role role, int maxLength) {
    String prefix =
        switch (role) {
          case QUERY -> settings.queryPrefix();
          case PASSAGE -> settings.passagePrefix();
        };
    return tokenizer.encode(prefix + text, maxLength);
  }

  /** Two texts read together. */
  public Encoding together(String first, String second) {
    return tokenizer.encode(first, second, settings.maxLength());
  }

  @Override
  public void close() {
    transformer.close();
    folder.close();
  }
}
