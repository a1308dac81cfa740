package org.isogloss.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.isogloss.core.AtomicFile;
import org.isogloss.core.IsoglossException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.Scale;
import org.isogloss.papers.hictl.HictlPaper;
import org.isogloss.papers.hictl.HictlResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss papers hictl}. */
@Command(
    name = "hictl",
    mixinStandardHelpOptions = true,
    description = {
      "HICTL (Wei et al. 2021): train a base with none, one or all of its objectives, and measure"
          + " each on Tatoeba, XQuAD-R, NTREX, and in mining hidden pairs.",
      "",
      "Finished rows and checkpoints are kept in --work: a run that was interrupted goes on there."
    })
final class PapersHictlCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--base",
      required = true,
      paramLabel = "DIR",
      description =
          "The model folder that is trained, such as mbert or multilingual-e5-small, made by"
              + " isogloss model fetch.")
  private Path base;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The folder with bitext and benchmarks; docs/papers.md says what is in them (default:"
              + " ${DEFAULT-VALUE}, enough for --scale smoke).")
  private Path data = Path.of("samples", "papers");

  @Option(
      names = "--scale",
      paramLabel = "smoke|small|full",
      description =
          "How much of it: minutes, to see that it works; hours, on a sample; or all of it"
              + " (default: small).")
  private Scale scale = Scale.SMALL;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description = "Where finished rows and checkpoints go (default: hictl-SCALE.work).")
  private Path work;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Decides everything that is left to chance (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Overrides a key of the rows' recipe, such as training.steps=1000; may be repeated.")
  private List<String> overrides = List.of();

  @Option(names = "--keep-models", description = "Leave the trained models in --work.")
  private boolean keepModels;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write all tables, with seed, sizes and p-values.")
  private Path json;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Write a page with tables, curves and bars.")
  private Path report;

  @Mixin private CommonOptions common;

  PapersHictlCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    if (!Files.isDirectory(base)) {
      throw new IsoglossException(
          "--base "
              + base
              + " is no folder; isogloss model fetch mbert --to mbert makes one of multilingual"
              + " BERT, isogloss model fetch intfloat/multilingual-e5-small --to"
              + " multilingual-e5-small one of that model");
    }
    String usual = "hictl-" + scale.name().toLowerCase(Locale.ROOT) + ".work";
    PaperOptions options =
        PaperOptions.builder(base, data, work == null ? Path.of(usual) : work)
            .scale(scale)
            .seed(seed)
            .threads(common.threads)
            .overrides(overrides)
            .keepModels(keepModels)
            .build();
    HictlResult found;
    try (TrainingStop stop = new TrainingStop()) {
      found = new HictlPaper(options).run(new Shown(console, stop));
    }
    console.endProgress();
    console.print(found.result().toText().stripTrailing());
    if (json != null) {
      byte[] text = found.result().toJson().getBytes(StandardCharsets.UTF_8);
      AtomicFile.write(json, out -> out.write(text));
      console.note("Wrote " + json);
    }
    if (report != null) {
      found.toReport().write(report);
      console.note("Wrote " + report);
    }
    return 0;
  }

  /** Tells on standard error which row is worked at. */
  private record Shown(Console console, TrainingStop stop) implements PaperListener {
    @Override
    public void row(String name, int number, int rows, boolean finished) {
      console.note(
          "Row " + number + " of " + rows + ": " + name + (finished ? ", measured before" : ""));
    }

    @Override
    public void said(String message) {
      console.note(message);
    }

    @Override
    public TrainingListener training() {
      return TrainingListener.all(List.of(new ShownTraining(console), stop));
    }
  }
}
