// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;
import org.isogloss.benchmarks.system.IndexedSystem;
import org.isogloss.core.Encoder;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.experiment.GivenEncoder;
import org.isogloss.papers.experiment.PrecisionComparison;

/** Opens the models and the data of a run of XPR's experiments. */
final class XprSession implements AutoCloseable {
  private final XprOptions options;
  private final XprSizes sizes;
  private final ModelFolder base;
  private final ModelFolder encoderFolder;
  private final Encoder encoder;
  private final XprData data;
  private final XprEvaluation evaluation;

  /**
   * Opens everything.
   *
   * @throws org.isogloss.core.IsoglossException if models or data are missing or malformed
   */
  XprSession(XprOptions options, PaperListener listener) {
    PaperOptions common = options.common();
    this.options = options;
    this.sizes = XprSizes.of(common.scale());
    this.base = ModelFolder.open(common.requireBase());
    try {
      this.encoderFolder = ModelFolder.open(options.encoder());
      this.encoder = GivenEncoder.open(encoderFolder, common.threads());
      listener.messageReported("reading the tests");
      this.data = new XprData(options, sizes, encoder);
      this.evaluation = new XprEvaluation(data, options, common.work().resolve("scores"));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  XprSizes sizes() {
    return sizes;
  }

  XprData data() {
    return data;
  }

  XprEvaluation evaluation() {
    return evaluation;
  }

  ModelFolder base() {
    return base;
  }

  /** Returns the name of the base. */
  String baseName() {
    return base.manifest().name();
  }

  Encoder encoder() {
    return encoder;
  }

  String encoderName() {
    return GivenEncoder.label(encoderFolder.manifest().name(), encoderFolder);
  }

  /** Returns an index of the encoder. */
  IndexedSystem system(String pipeline) {
    return new IndexedSystem(encoderName(), encoder, pipeline, options.common().threads());
  }

  /**
   * Returns the settings on which figures depend, for reports and finished rows, except sizes,
   * recipe and test sets.
   */
  SequencedMap<String, String> settings() {
    PaperOptions common = options.common();
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("base", baseName());
    settings.put("base's fingerprint", base.fingerprint());
    settings.put("encoder", encoderName());
    settings.put("encoder's fingerprint", encoder.fingerprint());
    settings.put("languages", options.languages().toString());
    settings.put("relevance", options.source().name().toLowerCase(Locale.ROOT));
    settings.put("candidates", data.relevance().candidates());
    settings.put(PrecisionComparison.SETTING, PrecisionComparison.DESCRIPTION);
    settings.put("data", common.describeData());
    settings.put("scale", common.scale().name().toLowerCase(Locale.ROOT));
    settings.put("seed", Long.toString(common.seed()));
    return settings;
  }

  @Override
  public void close() {
    if (encoder != null) {
      encoder.close();
    }
    if (encoderFolder != null) {
      encoderFolder.close();
    }
    base.close();
  }
}
