// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.core.Language;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.safetensors.TensorOutput;
import org.isogloss.modelio.translation.TargetVocabulary;
import org.isogloss.modelio.translation.TranslationFiles;
import org.isogloss.modelio.translation.TranslationSettings;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.Validation;
import org.isogloss.neural.batch.PrefetchingBatches;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.head.Head;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.transformer.Parameter;

/** Builds the network of a translation recipe, its batches and its files. */
final class TranslationTask implements FineTuningTask {
  private final TranslationRecipe recipe;
  private final PretrainedModel base;
  private final Path workFolder;
  private final TranslationPairs pairs;
  private final TranslationPairEncoder pairEncoder;
  private final TranslationSettings settings;
  private final TranslationNetwork network;

  /** Actions that close the open resources, the last one opened first. */
  private final Deque<Runnable> openResources = new ArrayDeque<>();

  TranslationTask(
      TranslationRecipe recipe,
      PretrainedModel base,
      TextCorpus corpus,
      Path workFolder,
      TrainingListener listener) {
    this.recipe = recipe;
    this.base = base;
    this.workFolder = workFolder;
    this.pairs = TranslationPairs.select(corpus, base, recipe);
    pairs.writeHeldOut(corpus, workFolder);
    TargetVocabulary vocabulary =
        TargetVocabulary.of(pairs.targetTokens(), base.tokenizer().specialTokens());
    this.pairEncoder = new TranslationPairEncoder(corpus, base, vocabulary);
    this.settings =
        new TranslationSettings(
            recipe.languages().sources().stream().map(Language::of).toList(),
            Language.of(recipe.languages().target()),
            recipe.decoder().layers(),
            recipe.model().maxLength(),
            recipe.decoder().wordSimilarities());
    listener.messageReported(
        size(pairs.training())
            + " pairs to train on ("
            + pairs.dropped()
            + " dropped), "
            + size(pairs.heldOut())
            + " held out, "
            + vocabulary.size()
            + " target tokens");
    try {
      this.network = network(vocabulary);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static long size(List<PairGroup> groups) {
    return groups.stream().mapToLong(PairGroup::size).sum();
  }

  private TranslationNetwork network(TargetVocabulary vocabulary) {
    TranslationDecoder decoder =
        TranslationDecoder.create(
            base.folder(), base.transformer(), settings, vocabulary, recipe.seed());
    openResources.push(decoder::close);
    if (recipe.decoder().embedding() == TranslationRecipe.EmbeddingStart.ENCODER) {
      decoder.copyEmbedding(base.transformer(), vocabulary);
    }
    Optional<WordSimilarities> similarities =
        recipe.decoder().wordSimilarities()
            ? Optional.of(similarities(vocabulary))
            : Optional.empty();
    base.folder().requireNoDense("training of a translation model");
    return new TranslationNetwork(
        base.transformer(),
        base.poolingHead(),
        decoder,
        similarities,
        vocabulary,
        recipe.compute().bf16());
  }

  private WordSimilarities similarities(TargetVocabulary vocabulary) {
    WordSimilarities similarities =
        WordSimilarities.create(
            base.folder(),
            base.transformer(),
            vocabulary,
            recipe.decoder().similarityScale(),
            recipe.decoder().similarityScaleTrained());
    openResources.push(similarities::close);
    return similarities;
  }

  @Override
  public TrainingTasks.Task<TranslationBatch> task() {
    long frozenBatches = recipe.objective().frozenSteps() * recipe.training().accumulate();
    return new TrainingTasks.Task<>(
        "translation",
        new PrefetchingBatches<>(
            new TranslationBatches(pairs.training(), pairEncoder, recipe.batches(), recipe.seed())),
        new TranslationObjective(network, recipe.objective().labelSmoothing(), frozenBatches));
  }

  @Override
  public List<Parameter> parameters() {
    return network.parameters();
  }

  @Override
  public Optional<Validation> validation() {
    List<TranslationPair> heldOut = new ArrayList<>();
    // As many pairs of each language as there are.
    int largest = pairs.heldOut().stream().mapToInt(PairGroup::size).max().orElse(0);
    for (int i = 0; i < largest; i++) {
      for (PairGroup group : pairs.heldOut()) {
        if (i < group.size() && heldOut.size() < recipe.validation().pairs()) {
          heldOut.add(pairEncoder.encode(group.left()[i], group.right()[i]));
        }
      }
    }
    return heldOut.isEmpty()
        ? Optional.empty()
        : Optional.of(new TranslationValidation(network, heldOut, recipe.batches().tokens()));
  }

  @Override
  public String validationMeasure() {
    return TranslationValidation.MEASURE;
  }

  @Override
  public Head head() {
    return network.pooling();
  }

  @Override
  public EncodingSettings encodingSettings() {
    return base.encodingSettings();
  }

  /** Writes the files of the decoder into the work folder, from which they are copied. */
  @Override
  public List<Path> filesToCopy() {
    Path folder = workFolder.resolve("decoder");
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw FileErrors.cannotWrite(folder, e);
    }
    Map<String, SafetensorsWriter.Content> tensors = new LinkedHashMap<>();
    for (Parameter parameter : network.decoderParameters()) {
      tensors.put(parameter.name(), out -> copy(parameter.values(), out));
    }
    TranslationFiles.write(
        folder,
        base.transformer().familyConfig("translation models"),
        settings,
        network.vocabulary(),
        tensors);
    return List.of(
        folder.resolve(TranslationSettings.FILE), folder.resolve(TranslationFiles.WEIGHTS));
  }

  // The scope frees the copy in CPU memory.
  @SuppressWarnings("try")
  private static void copy(Tensor values, TensorOutput out) throws IOException {
    try (PointerScope scope = new PointerScope()) {
      Tensor floats = values.detach().to(new Device("cpu"), ScalarType.Float).contiguous();
      out.floats(floats.<FloatBuffer>createBuffer());
    }
  }

  @Override
  public void close() {
    while (!openResources.isEmpty()) {
      openResources.pop().run();
    }
  }
}
