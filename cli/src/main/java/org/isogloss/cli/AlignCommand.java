package org.isogloss.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.PlainLines;
import org.isogloss.data.RecordWriter;
import org.isogloss.lexical.AlignerOptions;
import org.isogloss.lexical.AlignmentListener;
import org.isogloss.lexical.AlignmentModel;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.Symmetrisation;
import org.isogloss.lexical.TablePruning;
import org.isogloss.lexical.TranslationCounts;
import org.isogloss.lexical.WordAligner;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code isogloss align}. */
@Command(
    name = "align",
    mixinStandardHelpOptions = true,
    description = {
      "Find which words of sentences and their translations translate each other.",
      "",
      "Prints a line of links for each pair of sentences, such as 0-0 1-2: the first source word"
          + " translates the first target word, the second the third. What is asked for by --links"
          + " or --table goes there instead."
    })
final class AlignCommand implements Callable<Integer> {
  private static final AlignerOptions DEFAULTS = AlignerOptions.defaults();

  private final Console console;

  @Mixin private BitextChoice bitext;

  @Option(
      names = "--links",
      paramLabel = "FILE",
      description = "Where the links go, a line for each pair; empty for pairs left out.")
  private Path links;

  @Option(
      names = "--words",
      paramLabel = "FILE",
      description =
          "Write the words that the links count, a line for each pair: source words, |||, target"
              + " words.")
  private Path words;

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description = "Write how likely each word is translated by which, in both directions.")
  private Path table;

  @Option(
      names = "--model",
      paramLabel = "model1|hmm",
      description = "IBM Model 1, or the hidden Markov model (default), which is better.")
  private AlignmentModel model = DEFAULTS.model();

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Of Model 1, and then of the HMM (default: ${DEFAULT-VALUE}).")
  private int iterations = DEFAULTS.hmmIterations();

  @Option(
      names = "--independent",
      description =
          "Let the HMM of each direction learn by itself, not from what both agree on: more links,"
              + " more of them wrong.")
  private boolean independent;

  @Option(
      names = "--symmetrise",
      paramLabel = "HOW",
      converter = SymmetrisationName.class,
      description =
          "How both directions become one: intersection, union, grow-diag, grow-diag-final,"
              + " grow-diag-final-and (default), agreement (what both find"
              + " likely: fewer links, fewer of them wrong), or forward or backward alone.")
  private Symmetrisation symmetrisation = DEFAULTS.symmetrisation();

  @Option(
      names = "--max-candidates",
      paramLabel = "N",
      description =
          "Try N words of the other language as translations of a word (default:"
              + " ${DEFAULT-VALUE}); fewer need less memory.")
  private int maxCandidates = DEFAULTS.maxCandidates();

  @Option(
      names = "--min-probability",
      paramLabel = "P",
      description = "Leave less likely translations out of the table (default: ${DEFAULT-VALUE}).")
  private double minProbability = TablePruning.USUAL.minProbability();

  @Option(
      names = "--max-translations",
      paramLabel = "N",
      description = "Keep N translations of a word in the table (default: ${DEFAULT-VALUE}).")
  private int maxTranslations = TablePruning.USUAL.maxTranslations();

  @Mixin private CommonOptions common;

  AlignCommand(Console console) {
    this.console = console;
  }

  /** Names as users know them. */
  static final class SymmetrisationName implements ITypeConverter<Symmetrisation> {
    @Override
    public Symmetrisation convert(String name) {
      try {
        return Symmetrisation.valueOf(name.replace('-', '_').toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(
            "expected agreement, intersection, union, grow-diag, grow-diag-final,"
                + " grow-diag-final-and, forward or backward, found "
                + name);
      }
    }
  }

  @Override
  public Integer call() {
    common.apply(console);
    requireOneOrMore("--iterations", iterations);
    requireOneOrMore("--max-candidates", maxCandidates);
    requireOneOrMore("--max-translations", maxTranslations);
    if (!(minProbability >= 0 && minProbability <= 1)) {
      throw new IsoglossException("--min-probability is " + minProbability + ", expected 0 to 1");
    }
    for (Path file : outputs()) {
      if (Files.isDirectory(file)) {
        // Said now, and not when the work is done.
        throw new IsoglossException(file + ": is a folder, expected the name of a file to write");
      }
    }
    LanguagePair languages = bitext.languages(common);
    ParallelCorpus corpus = bitext.read(languages, common, console);
    if (words != null) {
      writeWords(corpus);
    }
    AlignerOptions options =
        AlignerOptions.builder()
            .model(model)
            .modelOneIterations(iterations)
            .hmmIterations(iterations)
            .agreement(!independent)
            .maxCandidates(maxCandidates)
            .symmetrisation(symmetrisation)
            .threads(common.threads)
            .build();
    long started = System.nanoTime();
    try (WordAligner aligner = WordAligner.train(corpus, options, new Shown(languages))) {
      console.endProgress();
      align(corpus, aligner, languages);
    }
    console.note("Aligned in " + Console.time(Duration.ofNanos(System.nanoTime() - started)));
    return 0;
  }

  private static void requireOneOrMore(String option, int number) {
    if (number < 1) {
      throw new IsoglossException(option + " is " + number + ", expected 1 or more");
    }
  }

  private List<Path> outputs() {
    return Stream.of(links, words, table).filter(Objects::nonNull).toList();
  }

  private void writeWords(ParallelCorpus corpus) {
    try (RecordWriter<String> writer = PlainLines.writer(words)) {
      for (int pair = 0; pair < corpus.size(); pair++) {
        writer.write(
            String.join(" ", corpus.sourceWords(pair))
                + " ||| "
                + String.join(" ", corpus.targetWords(pair)));
      }
      writer.commit();
    }
  }

  private void align(ParallelCorpus corpus, WordAligner aligner, LanguagePair languages) {
    TranslationCounts counts = new TranslationCounts();
    try (LinkOutput output = new LinkOutput()) {
      aligner.align(
          (pair, alignment) -> {
            output.write(alignment.toString());
            if (table != null) {
              counts.add(corpus.sourceWords(pair), corpus.targetWords(pair), alignment);
            }
          });
      console.endProgress();
      output.commit();
    }
    if (table != null) {
      counts.write(table, languages, new TablePruning(minProbability, maxTranslations));
      console.note("Wrote the table to " + table);
    }
  }

  /** Links go to their file; to standard output where neither that nor a table is asked for. */
  private final class LinkOutput implements AutoCloseable {
    private final Optional<RecordWriter<String>> writer =
        Optional.ofNullable(links).map(PlainLines::writer);

    void write(String line) {
      if (writer.isPresent()) {
        writer.get().write(line);
      } else if (table == null) {
        console.print(line);
      }
    }

    void commit() {
      writer.ifPresent(
          open -> {
            open.commit();
            console.note("Wrote the links to " + links);
          });
    }

    @Override
    public void close() {
      writer.ifPresent(RecordWriter::close);
    }
  }

  /** Shows a bar for each pass and a line for each iteration. */
  private final class Shown implements AlignmentListener {
    private final LanguagePair languages;
    private ProgressBar bar = ProgressBar.NONE;
    private boolean begun;

    Shown(LanguagePair languages) {
      this.languages = languages;
    }

    @Override
    public void aligned(long pairs, long all) {
      if (!begun) {
        bar = console.progress("Aligning", "pairs");
        begun = true;
      }
      bar.update(pairs, all);
    }

    @Override
    public void iterated(AlignmentModel trained, int iteration, double forward, double backward) {
      begun = false;
      console.note(
          String.format(
              Locale.ROOT,
              "%s, iteration %d: perplexity %.2f (%s), %.2f (%s)",
              trained == AlignmentModel.HMM ? "HMM" : "Model 1",
              iteration,
              forward,
              languages,
              backward,
              languages.reversed()));
    }
  }
}
