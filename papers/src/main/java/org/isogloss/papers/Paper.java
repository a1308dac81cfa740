// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.torch.Torch;
import org.isogloss.papers.resource.PaperResources;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;

/**
 * A paper whose experiments can be repeated. The resource {@code paper.yaml} in the package of its
 * class is its {@link Description}.
 */
public abstract class Paper {
  private final Description description =
      PaperResources.read(getClass(), "paper.yaml", Map.of(), Description.class);

  /**
   * What users read about a paper.
   *
   * @param name the name on the command line and in files, such as {@code clir-bert}
   * @param description sentences for the help: what is trained, and what is measured
   * @param hasBase whether the experiments start from a base model
   * @param options the options that only this paper has
   */
  public record Description(
      String name,
      String description,
      @Default("true") boolean hasBase,
      List<PaperOption> options) {}

  /** Returns name, description and options. */
  public final Description description() {
    return description;
  }

  /** Returns the name on the command line and in files. */
  public final String name() {
    return description.name();
  }

  /**
   * Returns the name of the experiments, of which the default work folder has its name.
   *
   * @param own values of the paper's own options, some of which may select other experiments
   */
  public String experiment(Map<String, String> own) {
    return name();
  }

  /**
   * Runs the rows of the experiments that are not finished yet. An interrupted run continues after
   * its last finished row, and in a training at its last checkpoint. With several seeds, each has a
   * folder in the work folder.
   *
   * @throws PaperOptionException if the paper has no such option, or a value is invalid
   * @throws org.isogloss.core.IsoglossException if the device is not available, if data is missing,
   *     if the work folder belongs to other settings, or if the listener stopped a training; then
   *     the same call continues
   */
  public final PaperResult run(PaperOptions options, PaperListener listener) {
    Torch.requireDevice(options.device());
    new InferenceOptions(1, Precision.FP32, options.device()).requireDevice();
    PaperOptions complete = options.withDefaults(description.options());
    if (complete.seeds() == 1) {
      return measureWithProvenance(complete, listener);
    }
    List<PaperResult> results = new ArrayList<>();
    for (int i = 0; i < complete.seeds(); i++) {
      listener.messageReported("seed " + (i + 1) + " of " + complete.seeds());
      results.add(measureWithProvenance(complete.ofSeed(i), listener));
    }
    return new SeedAverage(results).toResult();
  }

  private PaperResult measureWithProvenance(PaperOptions options, PaperListener listener) {
    PaperResult result = measure(options, listener);
    SequencedMap<String, String> settings =
        new ModelFingerprints(options.work()).addedTo(result.settings());
    MeasurementDay.of(options.work())
        .ifPresent(day -> settings.put(PaperResult.MEASURED, day.toString()));
    return new PaperResult(
        result.paper(), result.title(), settings, result.tables(), result.body());
  }

  /** Runs the rows with valid names of options and their default values. */
  protected abstract PaperResult measure(PaperOptions options, PaperListener listener);
}
