package org.isogloss.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The arrows between the modules, as docs/architecture.md draws them. */
@AnalyzeClasses(packages = "org.isogloss", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  /** Which modules a module may use. */
  private static final Map<String, List<String>> ARROWS =
      Map.ofEntries(
          entry("core", List.of()),
          entry("text", List.of("core")),
          entry("data", List.of("text", "core")),
          entry("model", List.of("text", "core")),
          entry("measure", List.of("data", "core")),
          entry("lexical", List.of("measure", "data", "text", "core")),
          entry("neural", List.of("model", "data", "text", "core")),
          entry("runtime", List.of("model", "text", "core")),
          entry("search", List.of("runtime", "lexical", "model", "data", "text", "core")),
          entry(
              "benchmarks",
              List.of("search", "runtime", "lexical", "measure", "model", "data", "text", "core")),
          entry(
              "papers",
              List.of(
                  "benchmarks",
                  "search",
                  "runtime",
                  "neural",
                  "lexical",
                  "measure",
                  "model",
                  "data",
                  "text",
                  "core")));

  /** Which packages of neural each of them may use, beside neural's own. */
  private static final Map<String, List<String>> NEURAL_ARROWS =
      Map.of(
          "transformer", List.of(),
          "staticencoder", List.of(),
          "queryattention", List.of(),
          "ranker", List.of("transformer"),
          "biencoder", List.of("ranker", "transformer"),
          "crossencoder", List.of("ranker", "transformer"),
          "hictl", List.of("biencoder", "ranker", "transformer"));

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("org.isogloss.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule ONLY_NEURAL_KNOWS_LIBTORCH =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.isogloss.neural..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.bytedeco..");

  @ArchTest
  static final ArchRule PACKAGES_ARE_FLAT = classes().should().resideInAnyPackage(packages());

  private static String[] packages() {
    // Neural has a package for each kind of model, papers one for each paper; the samples are tests
    // that come in a jar.
    Stream<String> others =
        Stream.of(
            "cli",
            "bench",
            "search.mining",
            "papers.clirbert",
            "papers.hictl",
            "papers.xpr",
            "model.samples");
    Stream<String> neural = NEURAL_ARROWS.keySet().stream().map(name -> "neural." + name);
    return Stream.of(ARROWS.keySet().stream(), neural, others)
        .flatMap(names -> names)
        .map(module -> "org.isogloss." + module)
        .toArray(String[]::new);
  }

  @TestFactory
  Stream<DynamicTest> aModuleUsesOnlyThoseBelowIt() {
    JavaClasses all =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.isogloss");
    return ARROWS.keySet().stream()
        .sorted()
        .map(module -> DynamicTest.dynamicTest(module, () -> onlyDownwards(module).check(all)));
  }

  @ArchTest
  static final ArchRule NEURAL_ITSELF_KNOWS_NONE_OF_ITS_PACKAGES =
      noClasses()
          .that()
          .resideInAPackage("org.isogloss.neural")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.isogloss.neural.*..");

  @TestFactory
  Stream<DynamicTest> aPackageOfNeuralUsesOnlyThoseBelowIt() {
    JavaClasses neural =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.isogloss.neural");
    return NEURAL_ARROWS.keySet().stream()
        .sorted()
        .map(
            name ->
                DynamicTest.dynamicTest(
                    name,
                    () ->
                        noClasses()
                            .that()
                            .resideInAPackage("org.isogloss.neural." + name)
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(
                                NEURAL_ARROWS.keySet().stream()
                                    .filter(other -> !other.equals(name))
                                    .filter(other -> !NEURAL_ARROWS.get(name).contains(other))
                                    .map(other -> "org.isogloss.neural." + other)
                                    .toArray(String[]::new))
                            .check(neural)));
  }

  private static ArchRule onlyDownwards(String module) {
    String[] forbidden =
        Stream.concat(ARROWS.keySet().stream(), Stream.of("cli", "bench"))
            .filter(other -> !other.equals(module) && !ARROWS.get(module).contains(other))
            .map(other -> "org.isogloss." + other + "..")
            .toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage("org.isogloss." + module + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(forbidden)
        .allowEmptyShould(true);
  }
}
