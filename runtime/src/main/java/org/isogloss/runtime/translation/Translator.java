// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.translation;

import static java.util.Objects.requireNonNull;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.InferenceException;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.TextTranslator;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.translation.TargetVocabulary;
import org.isogloss.modelio.translation.TranslationFiles;
import org.isogloss.modelio.translation.TranslationSettings;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.export.TranslationExport;
import org.isogloss.runtime.export.TranslationExport.Part;
import org.isogloss.runtime.inference.GraphFile;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/**
 * Translates texts with a translation model. Texts of similar length are translated together, each
 * independently of the others: the other texts of a batch change at most the last bits of the
 * probabilities, and so the translation only where two are equally probable.
 *
 * <p>This class is thread-safe; each call uses all threads of the options.
 */
public final class Translator implements TextTranslator {
  private final Tokenizer tokenizer;
  private final EncodingSettings encoding;
  private final TranslationSettings settings;
  private final TargetVocabulary vocabulary;
  private final OnnxDecoder.Shape shape;
  private final int paddingId;
  private final BitSet excluded = new BitSet();
  private final GraphFile encoderFile;
  private final GraphFile decoderFile;
  private final OrtSession encoder;
  private final OrtSession decoder;
  private final WorkerPool workers;

  private Translator(
      ModelFolder model,
      TranslationFiles files,
      GraphFile encoderFile,
      GraphFile decoderFile,
      int threads) {
    TransformerConfig config = model.transformerConfig();
    this.tokenizer = model.tokenizer();
    this.encoding = model.encoding();
    this.settings = files.settings();
    this.vocabulary = files.vocabulary();
    this.shape = new OnnxDecoder.Shape(settings.layers(), config.heads(), config.headSize());
    this.paddingId = config.padId();
    for (int i = 0; i < vocabulary.size(); i++) {
      excluded.set(i, vocabulary.isSpecial(i) && i != vocabulary.end());
    }
    this.encoderFile = encoderFile;
    this.decoderFile = decoderFile;
    this.encoder = encoderFile.open();
    this.decoder = openAfter(encoder, decoderFile);
    this.workers = new WorkerPool("translator", threads);
  }

  /**
   * Opens a translation model. Graphs that the folder does not have are exported to a temporary
   * folder.
   *
   * @param model the folder, which can be closed afterwards
   * @throws IsoglossException if the folder contains no translation model
   */
  public static Translator open(ModelFolder model, InferenceOptions options) {
    Precision precision = options.precision();
    try (TranslationFiles files = TranslationFiles.open(model)) {
      GraphFile encoderFile = graph(model, Part.ENCODER, precision);
      try {
        GraphFile decoderFile = graph(model, Part.DECODER, precision);
        try {
          return new Translator(model, files, encoderFile, decoderFile, options.threads());
        } catch (RuntimeException e) {
          decoderFile.close();
          throw e;
        }
      } catch (RuntimeException e) {
        encoderFile.close();
        throw e;
      }
    }
  }

  /** Opens a session; closes the one that was opened before if this fails. */
  private static OrtSession openAfter(OrtSession previous, GraphFile file) {
    try {
      return file.open();
    } catch (RuntimeException e) {
      close(previous);
      throw e;
    }
  }

  private static GraphFile graph(ModelFolder model, Part part, Precision precision) {
    return GraphFile.findOrExport(
        model,
        part.fileName(precision),
        file -> TranslationExport.write(model, part, file, precision));
  }

  /** Returns the languages that the model was trained to translate from. */
  @Override
  public List<Language> sources() {
    return settings.sources();
  }

  /** Returns the language that the model translates into. */
  @Override
  public Language target() {
    return settings.target();
  }

  /**
   * Translates texts. A text that is too long for the model is truncated; the translation of a text
   * without tokens is empty.
   *
   * @return the translations in the order of the texts
   */
  public List<String> translate(List<String> texts, TranslationOptions options) {
    requireNonNull(options, "options is null");
    List<Encoding> sentences =
        texts.stream()
            .map(text -> tokenizer.encode(encoding.queryPrefix() + text, encoding.maxLength()))
            .toList();
    int empty = tokenizer.encode(encoding.queryPrefix(), encoding.maxLength()).size();
    int[] order =
        IntStream.range(0, texts.size())
            .filter(i -> sentences.get(i).size() > empty)
            .boxed()
            .sorted(Comparator.comparingInt((Integer i) -> sentences.get(i).size()).reversed())
            .mapToInt(Integer::intValue)
            .toArray();
    String[] translations = new String[texts.size()];
    Arrays.fill(translations, "");
    int batches = Math.ceilDiv(order.length, options.batch());
    workers.forEach(
        batches,
        1,
        batch -> {
          int from = batch * options.batch();
          int[] members =
              Arrays.copyOfRange(order, from, Math.min(order.length, from + options.batch()));
          List<int[]> found =
              search(Arrays.stream(members).mapToObj(sentences::get).toList(), empty, options);
          for (int i = 0; i < members.length; i++) {
            translations[members[i]] = tokenizer.decode(vocabulary.ids(found.get(i)));
          }
        });
    return List.of(translations);
  }

  /** Translates texts with {@link TranslationOptions#defaults}. */
  @Override
  public List<String> translate(List<String> texts) {
    return translate(texts, TranslationOptions.defaults());
  }

  /** Translates one text. */
  public String translate(String text, TranslationOptions options) {
    return translate(List.of(text), options).getFirst();
  }

  private List<int[]> search(List<Encoding> sentences, int empty, TranslationOptions options) {
    BeamSearch search = new BeamSearch(options, vocabulary.begin(), vocabulary.end(), excluded);
    int[] maxTokens =
        sentences.stream()
            .mapToInt(sentence -> options.maxTokens(sentence.size() - empty, settings.maxLength()))
            .toArray();
    try (OnnxDecoder steps = decode(sentences, options.beam())) {
      return search.search(steps, maxTokens, vocabulary.size());
    }
  }

  /** Returns the decoder of a batch; the caller closes it. */
  OnnxDecoder decode(List<Encoding> sentences, int beam) {
    return new OnnxDecoder(encoder, decoder, shape, sentences, paddingId, sentences.size() * beam);
  }

  /** Closes the model; no thread may be translating. */
  @Override
  public void close() {
    workers.close();
    close(encoder);
    close(decoder);
    encoderFile.close();
    decoderFile.close();
  }

  private static void close(OrtSession session) {
    try {
      session.close();
    } catch (OrtException e) {
      throw new InferenceException("ONNX Runtime cannot close a model: " + e.getMessage(), e);
    }
  }
}
