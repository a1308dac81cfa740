// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.training.TrainingProgressPrinter;
import org.isogloss.cli.training.TrainingShutdownHook;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.Span;
import org.isogloss.core.io.Checksums;
import org.isogloss.core.io.FolderTree;
import org.isogloss.data.Judgement;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.TokenProjection;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.corpus.TrainingSources;
import org.isogloss.neural.lateinteraction.RelevantPassages;
import org.isogloss.neural.lateinteraction.TokenProjectionTraining;
import org.isogloss.neural.lateinteraction.TokenStates;
import org.isogloss.neural.torch.Torch;
import org.isogloss.options.OptionValidation;
import org.isogloss.runtime.rerank.LateInteractionEncoder;
import org.isogloss.search.Indexer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss model projection}. */
@Command(
    name = "projection",
    mixinStandardHelpOptions = true,
    description = {
      "Make the token vectors of a late-interaction re-ranker smaller: train a projection to fewer"
          + " dimensions on collections with relevant documents.",
      "",
      "Changes "
          + LateInteractionTables.FILE
          + " in the model's folder, which isogloss model interaction wrote. The layers do not"
          + " change. Run isogloss model interaction again afterwards: the closeness of languages"
          + " is another one between projected vectors."
    })
final class ModelProjectionCommand implements Callable<Integer> {
  private static final List<String> FILES =
      List.of("documents.jsonl", "queries.jsonl", "qrels.txt");

  /** Number of texts that are encoded between two reports of progress. */
  private static final int WINDOW = 64;

  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "MODEL",
      description = "A folder of a transformer with late interaction tables.")
  private Path model;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COLLECTION",
      description =
          "Folders with documents.jsonl, queries.jsonl and qrels.txt, as isogloss collection writes"
              + " them.")
  private List<Path> folders;

  @Option(
      names = "--exclude",
      split = ",",
      paramLabel = "COLLECTION",
      description =
          "Skip every document and query whose whole text or title is one of these collections, on"
              + " which the model will be measured.")
  private List<Path> excluded = new ArrayList<>();

  @Option(
      names = "--dimension",
      paramLabel = "N",
      description = "Dimensions of a token vector (default: ${DEFAULT-VALUE}).")
  private int dimension = 128;

  @Option(
      names = "--bits",
      paramLabel = "1|2|4",
      description = "Bits per dimension in an index (default: ${DEFAULT-VALUE}).")
  private int bits = 2;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "Steps of 16 queries with 28 passages (default: ${DEFAULT-VALUE}).")
  private int steps = 1_500;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of all random decisions (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description =
          "Folder of checkpoints, from which the same command continues an interrupted training"
              + " (default: next to the model folder).")
  private Optional<Path> work = Optional.empty();

  @Option(
      names = "--licence",
      paramLabel = "LICENCE",
      description = "Licence of the collections, for the model's manifest.")
  private String licence = "";

  @Mixin private CommonOptions common;

  @Mixin private DeviceOption device;

  ModelProjectionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OptionValidation.requireOneOrMore("--dimension", dimension);
    OptionValidation.requireOneOrMore("--steps", steps);
    if (bits != 1 && bits != 2 && bits != 4) {
      throw new IsoglossException("--bits is " + bits + ", expected 1, 2 or 4");
    }
    Torch.setThreads(common.threads);
    try (ModelFolder folder = ModelFolder.open(model)) {
      LateInteractionTables tables;
      RelevantPassages data;
      try (LateInteractionEncoder encoder =
          new LateInteractionEncoder(folder, device.inference(common))) {
        tables = encoder.tables();
        data = read(encoder);
      }
      ModelManifest manifest = manifest(folder);
      TokenProjection projection = train(tables, data, checkpoints(manifest.provenance()));
      tables.projectedBy(projection, bits).write(model);
      manifest.write(model);
    }
    console.note("Wrote " + model.resolve(LateInteractionTables.FILE));
    return 0;
  }

  /**
   * Returns the folder of the checkpoints of this training: another model, option or file has
   * another one, so that only the same training is resumed.
   */
  private Path checkpoints(Provenance provenance) {
    StringBuilder inputs = new StringBuilder(provenance.toString());
    for (Path collection : excluded) {
      FILES.forEach(file -> inputs.append(Checksums.sha256(collection.resolve(file))));
    }
    return work.orElseGet(() -> model.resolveSibling(name(model) + ".projection"))
        .resolve(Checksums.sha256(inputs.toString()).substring(0, 16));
  }

  private TokenProjection train(
      LateInteractionTables tables, RelevantPassages data, Path checkpoints) {
    TokenProjection projection;
    try (TrainingShutdownHook stop = new TrainingShutdownHook()) {
      projection =
          new TokenProjectionTraining(dimension, bits, steps, 2e-3, seed)
              .train(
                  tables,
                  data,
                  checkpoints,
                  TrainingListener.all(List.of(new TrainingProgressPrinter(console), stop)));
    }
    FolderTree.deleteIfExists(checkpoints);
    return projection;
  }

  /** What is read of the collections, in the order of their files. */
  private static final class Texts {
    private final List<LateInteractionEncoder.Text> passages = new ArrayList<>();
    private final List<LateInteractionEncoder.Text> queries = new ArrayList<>();
    private final List<List<int[]>> relevant = new ArrayList<>();
  }

  private RelevantPassages read(LateInteractionEncoder encoder) {
    Set<String> known = new HashSet<>();
    for (Path folder : excluded) {
      TestCollection collection = TestCollection.read(folder);
      collection.documents().forEach(document -> known.addAll(keys(document)));
      collection.queries().forEach(query -> known.add(key(query.text())));
    }
    known.remove("");
    Texts texts = new Texts();
    for (Path folder : folders) {
      add(TestCollection.read(folder), known, texts);
    }
    console.note(
        String.format(
            Locale.ROOT, "%,d passages, %,d queries", texts.passages.size(), texts.queries.size()));
    if (texts.queries.size() < TokenProjectionTraining.MIN_QUERIES) {
      throw new IsoglossException(
          String.format(
              Locale.ROOT,
              "%d queries have a relevant document that is not excluded, expected %d or more: give"
                  + " larger collections",
              texts.queries.size(),
              TokenProjectionTraining.MIN_QUERIES));
    }
    return new RelevantPassages(
        encode(encoder, texts.queries, Role.QUERY),
        encode(encoder, texts.passages, Role.PASSAGE),
        texts.relevant);
  }

  private static void add(TestCollection collection, Set<String> known, Texts texts) {
    Map<String, int[]> passagesOf = new HashMap<>();
    for (Document document : collection.documents()) {
      if (keys(document).stream().noneMatch(known::contains)) {
        List<Span> spans = Indexer.DEFAULT_PASSAGES.split(document.text(), document.language());
        int[] numbers = new int[spans.size()];
        for (int i = 0; i < numbers.length; i++) {
          numbers[i] = texts.passages.size();
          Span span = spans.get(i);
          texts.passages.add(
              new LateInteractionEncoder.Text(
                  document.language(),
                  Passage.titled(
                      document.title(), document.text().substring(span.start(), span.end()))));
        }
        passagesOf.put(document.id(), numbers);
      }
    }
    Map<String, List<int[]>> relevant = new LinkedHashMap<>();
    for (Judgement judgement : collection.judgements()) {
      int[] numbers = passagesOf.get(judgement.documentId());
      if (judgement.grade() > 0 && numbers != null) {
        relevant.computeIfAbsent(judgement.queryId(), id -> new ArrayList<>()).add(numbers);
      }
    }
    for (Query query : collection.queries()) {
      List<int[]> documents = relevant.get(query.id());
      if (documents != null && !known.contains(key(query.text()))) {
        texts.queries.add(new LateInteractionEncoder.Text(query.language(), query.text()));
        texts.relevant.add(documents);
      }
    }
  }

  private static Collection<String> keys(Document document) {
    return List.of(key(document.title()), key(document.text()));
  }

  /** Returns the letters and digits of a text, in lower case. */
  private static String key(String text) {
    StringBuilder key = new StringBuilder();
    text.toLowerCase(Locale.ROOT)
        .codePoints()
        .filter(Character::isLetterOrDigit)
        .forEach(key::appendCodePoint);
    return key.toString();
  }

  private List<TokenStates> encode(
      LateInteractionEncoder encoder, List<LateInteractionEncoder.Text> texts, Role role) {
    List<TokenStates> states = new ArrayList<>(texts.size());
    String what = role == Role.QUERY ? "queries" : "passages";
    try (ProgressBar progress = console.progress("Encoding", what)) {
      for (int from = 0; from < texts.size(); from += WINDOW) {
        List<LateInteractionEncoder.Text> window =
            texts.subList(from, Math.min(from + WINDOW, texts.size()));
        List<LateInteractionEncoder.Encoded> encoded = encoder.encode(window, role);
        for (int i = 0; i < window.size(); i++) {
          LateInteractionEncoder.Encoded one = encoded.get(i);
          states.add(
              new TokenStates(
                  window.get(i).language(), one.weights(), halves(one.vectors()), one.pooled()));
        }
        progress.update(states.size(), texts.size());
      }
    }
    return states;
  }

  private static short[] halves(float[] values) {
    short[] halves = new short[values.length];
    for (int i = 0; i < halves.length; i++) {
      halves[i] = Float.floatToFloat16(values[i]);
    }
    return halves;
  }

  private static String name(Path folder) {
    return folder.toAbsolutePath().normalize().getFileName().toString();
  }

  private ModelManifest manifest(ModelFolder folder) {
    ModelManifest base = folder.manifest();
    String recipe =
        String.format(
            Locale.ROOT,
            "isogloss model projection: %d dimensions, %d bits, %,d steps",
            dimension,
            bits,
            steps);
    Map<String, String> licences =
        folders.stream()
            .map(ModelProjectionCommand::name)
            .distinct()
            .collect(Collectors.toMap(Function.identity(), name -> licence));
    TrainingSources sources = new TrainingSources(licences);
    folders.forEach(
        collection ->
            FILES.forEach(file -> sources.file(name(collection), collection.resolve(file))));
    List<ProvenanceSource> all = new ArrayList<>();
    all.add(new ProvenanceSource(base.name(), folder.fingerprint(), base.licence()));
    all.addAll(sources.list());
    return new ModelManifest(
        base.name(),
        base.licence(),
        base.encoding(),
        base.vocabulary(),
        Optional.empty(),
        Optional.empty(),
        new Provenance(recipe, seed, all));
  }
}
