// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.bicla.BiclaArchitecture;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.EvaluationResult;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.corpus.ParallelTextReader;
import org.isogloss.neural.corpus.TrainingSources;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.optimizer.AdamW;
import org.isogloss.neural.torch.Torch;
import org.isogloss.neural.train.Checkpoints;
import org.isogloss.neural.train.Trainer;
import org.isogloss.neural.train.TrainingOrigin;

/** Trains a BiCLA model with a recipe. */
final class BiclaTraining {
  private final BiclaRecipe recipe;
  private final Path work;
  private final TrainingListener listener;

  /**
   * Creates a training.
   *
   * @param work folder for checkpoints, from which an interrupted run resumes
   */
  BiclaTraining(BiclaRecipe recipe, Path work, TrainingListener listener) {
    this.recipe = recipe;
    this.work = work;
    this.listener = listener;
  }

  private List<ProvenanceSource> sources() {
    TrainingSources sources = new TrainingSources(recipe.licences());
    recipe.vectors().files().keySet().stream()
        .sorted()
        .forEach(code -> sources.file(BiclaRecipe.VECTORS, recipe.vectors().files().get(code)));
    recipe.vectors().dictionaries().keySet().stream()
        .sorted()
        .forEach(
            code ->
                sources.file(BiclaRecipe.DICTIONARIES, recipe.vectors().dictionaries().get(code)));
    recipe
        .data()
        .bitext()
        .ifPresent(folder -> sources.folder(ParallelTextReader.BITEXT, folder, this::isRead));
    recipe
        .data()
        .documentation()
        .ifPresent(
            folder -> sources.folder(ParallelTextReader.DOCUMENTATION, folder, this::isRead));
    return sources.list();
  }

  /** Returns whether a file of a folder of training data may be in one of the two languages. */
  private boolean isRead(String file) {
    return !file.endsWith(".tsv.gz")
        || List.of(recipe.languages().first(), recipe.languages().second()).stream()
            .anyMatch(code -> file.matches("(en-)?\\Q" + code + "\\E(\\..+)?\\.tsv\\.gz"))
        || file.equals("en.tsv.gz");
  }

  /** Trains a model and writes the state with the lowest validation loss. */
  void run(Path modelFolder, String recipeText) {
    AtomicFolder.requireAbsentOrEmpty(modelFolder);
    Torch.requireDevice(recipe.compute().device());
    List<ProvenanceSource> sources = sources();
    List<WordTable> words = SharedWordTables.read(recipe.vectors(), listener);
    BiclaPairs pairs =
        BiclaPairsReader.read(
            recipe.data(),
            table(words, recipe.languages().first()),
            table(words, recipe.languages().second()),
            recipe.seed());
    BiclaPairsReader.Split split = BiclaPairsReader.Split.of(pairs, recipe.data().heldOut());
    listener.messageReported(
        split.training().size()
            + " pairs to train on, "
            + split.heldOut().size()
            + " held out; seed "
            + recipe.seed());
    BiclaArchitecture architecture =
        recipe.model().architecture(words.getFirst().vectors().dimension());
    try (BiclaNetwork network =
        BiclaNetwork.initialise(
            architecture,
            recipe.model().initialisation(),
            words,
            recipe.seed(),
            recipe.compute().device())) {
      double score = train(network, split, TrainingOrigin.of(recipeText, sources));
      Provenance provenance =
          new Provenance(recipeText, recipe.seed(), sources)
              .withResults(List.of(new EvaluationResult("validation", "hinge loss", -score)));
      EncodingSettings encoding =
          new EncodingSettings("", "", recipe.model().maxLength(), Pooling.NONE);
      BiclaFiles files = new BiclaFiles(architecture, network.values(), words);
      AtomicFolder.create(
          modelFolder,
          folder ->
              files.write(
                  folder,
                  new ModelManifest(recipe.name(), recipe.licence(), encoding, provenance)));
    }
  }

  private static WordTable table(List<WordTable> words, String code) {
    return words.stream()
        .filter(table -> table.language().tag().equals(code))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the best score: the negated validation loss. */
  private double train(BiclaNetwork network, BiclaPairsReader.Split split, TrainingOrigin origin) {
    BiclaObjective objective = new BiclaObjective(network, recipe.objective());
    BiclaBatches batches = batches("training", split.training(), recipe.negatives(), recipe.seed());
    HingeLossValidation validation =
        new HingeLossValidation(
            objective,
            batches(
                "held-out",
                split.heldOut(),
                recipe.negatives().ofHeldOut(),
                PairSampler.mixSeeds(recipe.seed(), 1)),
            split.heldOut().size());
    try (AdamW adam =
        new AdamW(List.of(new AdamW.Group(network.parameters(), recipe.optimizer().adam())))) {
      return Trainer.of(
              new TrainingTasks.Task<>("hinge", batches, objective),
              List.of(adam),
              new Checkpoints(work.resolve("checkpoints"), origin))
          .options(recipe.training(), recipe.optimizer().scheduleOrConstant())
          .validation(validation)
          .listener(listener)
          .build()
          .run();
    }
  }

  private BiclaBatches batches(
      String name, BiclaPairs pairs, BiclaRecipe.NegativeOptions negatives, long seed) {
    int[][] nearest = new int[pairs.size()][0];
    if (negatives.nearest() > 0) {
      listener.messageReported("nearest sentences of " + pairs.size() + " " + name + " pairs");
      nearest = NearestSentencesFile.readOrFind(work, pairs, negatives.nearest());
    }
    return new BiclaBatches(pairs, nearest, negatives, recipe.batches().pairs(), seed);
  }
}
