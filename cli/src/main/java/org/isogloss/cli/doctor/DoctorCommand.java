// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.IsoglossVersion;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.DisplayText;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.IndexLocations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss doctor}. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Check the installation: Java, encoding, memory, native libraries, models, and an index.",
      "",
      "Each line is ok, a warning or an error, with its remedy. Ends with exit code 1 if there is"
          + " an error."
    })
public final class DoctorCommand implements Callable<Integer> {
  private static final List<String> SHIPPED = List.of("compact", "reranker", "tiny");

  private final Console console;

  @Option(
      names = "--index",
      paramLabel = "INDEX",
      description = "Verify this index, too, and open its models. Can be given several times.")
  private List<String> indexes = List.of();

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "Check this model folder, too. Can be given several times.")
  private List<String> models = List.of();

  @Mixin private DeviceOption device;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port that should be free for a server (default: ${DEFAULT-VALUE}).")
  private int port = 8080;

  @Option(names = "--json", description = "Print one JSON object instead of lines.")
  private boolean json;

  DoctorCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (port < 1 || port > 0xFFFF) {
      throw new IsoglossException("--port is " + port + ", expected 1 to 65535");
    }
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok("Isogloss", IsoglossVersion.version() + installation()));
    findings.addAll(EnvironmentChecks.run());
    findings.addAll(NativeChecks.run());
    InferenceOptions inference = checkDevice(findings);
    SHIPPED.forEach(model -> findings.add(ModelChecks.shipped(model, inference)));
    models.forEach(model -> findings.add(ModelChecks.check(model, inference)));
    indexes.forEach(index -> findings.add(IndexCheck.run(IndexLocations.of(index))));
    findings.add(PortCheck.run(port));
    return report(console, findings, json);
  }

  /** Adds whether the device can be used; if it cannot, models are checked on the CPU. */
  private InferenceOptions checkDevice(List<Finding> findings) {
    try {
      InferenceOptions inference = device.inference(1);
      String used = inference.requireDevice();
      findings.add(
          Finding.ok(
              "device",
              used.equals(inference.device()) ? used : inference.device() + ", which is " + used));
      return inference;
    } catch (IsoglossException e) {
      findings.add(Finding.error("device", e.getMessage(), "isogloss help gpu"));
      return InferenceOptions.defaults().withThreads(1);
    }
  }

  private static String installation() {
    return Optional.ofNullable(System.getenv("ISOGLOSS_HOME"))
        .map(home -> " in " + home)
        .orElse(", not started by its launcher");
  }

  /** Prints findings and returns the exit code. */
  static int report(Console console, List<Finding> findings, boolean json) {
    Finding.Status worst =
        findings.stream()
            .map(Finding::status)
            .max(Comparator.naturalOrder())
            .orElse(Finding.Status.OK);
    if (json) {
      console.printJson(toJson(findings, worst).toPrettyString());
    } else {
      findings.forEach(finding -> print(console, finding));
    }
    return worst == Finding.Status.ERROR ? 1 : 0;
  }

  private static void print(Console console, Finding finding) {
    console.print(
        DisplayText.singleLine(
            String.format(
                Locale.ROOT, "%-8s %-16s %s", finding.status(), finding.check(), finding.found())));
    if (!finding.remedy().isEmpty()) {
      console.print(" ".repeat(26) + DisplayText.singleLine("-> " + finding.remedy()));
    }
  }

  private static ObjectNode toJson(List<Finding> findings, Finding.Status worst) {
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("status", worst.toString());
    ArrayNode checks = root.putArray("checks");
    for (Finding finding : findings) {
      ObjectNode node =
          checks
              .addObject()
              .put("check", finding.check())
              .put("status", finding.status().toString())
              .put("found", finding.found());
      if (!finding.remedy().isEmpty()) {
        node.put("remedy", finding.remedy());
      }
    }
    return root;
  }
}
