// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Dependencies between modules and packages, as docs/architecture.md describes them. */
@AnalyzeClasses(packages = "org.isogloss", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  /** The module of the example programs, which use any other and are part of none. */
  private static final String PROGRAMS = "examples";

  /** Packages of test fixtures, which are in jars. */
  private static final Set<String> FIXTURES =
      Set.of("core.contract", "modelio.samples", "text.contract");

  /** The packages of neural from bottom to top: each uses only the root and lower layers. */
  private static final List<Set<String>> NEURAL_LAYERS =
      List.of(
          Set.of("recipe"),
          Set.of("torch", "corpus"),
          Set.of("compression", "loss", "optimizer", "batch"),
          Set.of("transformer", "objective", "judgement", "vocabulary"),
          Set.of("head", "validation", "train"),
          Set.of("finetuning", "lateinteraction", "queryattention", "staticencoder", "bicla"),
          Set.of("ranker", "adversary", "answer", "classifier", "tagger"),
          Set.of("biencoder", "crossencoder", "translation"),
          Set.of("hictl", "sparseencoder"));

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
  static final ArchRule NO_CYCLES_OF_PACKAGES =
      slices().matching("org.isogloss.(**)").should().beFreeOfCycles();

  @ArchTest
  static void documentationListsEveryModuleAndPackage(JavaClasses classes) throws IOException {
    String page = Files.readString(Path.of("../docs/architecture.md"));
    Set<String> listed =
        Pattern.compile("^\\| `([a-z0-9.]+)` \\|", Pattern.MULTILINE)
            .matcher(page)
            .results()
            .map(row -> row.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> existing =
        classes.stream()
            .map(type -> type.getPackageName().substring("org.isogloss.".length()))
            .filter(name -> !FIXTURES.contains(name))
            .collect(Collectors.toCollection(TreeSet::new));
    ModuleSource.all().stream()
        .map(ModuleSource::folder)
        .filter(folder -> !folder.contains("/") && !folder.equals(PROGRAMS))
        .forEach(existing::add);
    existing.addAll(packagesOf("../adapters"));
    existing.addAll(packagesOf("../spark"));
    assertThat(listed).isEqualTo(existing);
  }

  /**
   * The packages of the adapters and of the Spark jobs by their sources, because they and their
   * frameworks are not on the class path of the command line.
   */
  private static Set<String> packagesOf(String folder) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      return files
          .filter(file -> file.endsWith("package-info.java"))
          .map(ArchitectureTest::packageOf)
          .collect(Collectors.toSet());
    }
  }

  private static String packageOf(Path packageInfo) {
    String folder = packageInfo.getParent().toString().replace(File.separatorChar, '.');
    return folder.substring(folder.indexOf("org.isogloss.") + "org.isogloss.".length());
  }

  /** The compiler checks that the sources of a module use only what its descriptor requires. */
  @TestFactory
  Stream<DynamicTest> modulesRequireOnlyModulesAboveThemInTheDocumentation() throws IOException {
    Map<String, ModuleSource> modules =
        ModuleSource.all().stream().collect(Collectors.toMap(ModuleSource::folder, each -> each));
    modules.remove(PROGRAMS);
    List<String> rows = documentedModules();
    assertThat(rows).containsExactlyInAnyOrderElementsOf(modules.keySet());
    List<ModuleSource> ordered = rows.stream().map(modules::get).toList();
    return IntStream.range(0, ordered.size())
        .mapToObj(
            i ->
                DynamicTest.dynamicTest(
                    rows.get(i),
                    () ->
                        assertThat(ordered.subList(0, i))
                            .extracting(ModuleSource::name)
                            .containsAll(ordered.get(i).required())));
  }

  /** Returns the folders of the modules in the order of their table. */
  private static List<String> documentedModules() throws IOException {
    String page = Files.readString(Path.of("../docs/architecture.md"));
    return Pattern.compile("^\\| `([a-z0-9/-]+)` \\|", Pattern.MULTILINE)
        .matcher(page.substring(0, page.indexOf("\n## ")))
        .results()
        .map(row -> row.group(1))
        .toList();
  }

  @Test
  void searchAndTrainingDoNotNeedEachOther() throws IOException {
    assertThat(ModuleSource.closure("org.isogloss.search")).doesNotContain("org.isogloss.neural");
    assertThat(ModuleSource.closure("org.isogloss.neural")).doesNotContain("org.isogloss.search");
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
  Stream<DynamicTest> packagesOfNeuralUseOnlyLowerPackages() {
    JavaClasses neural =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.isogloss.neural");
    assertThat(NEURAL_LAYERS.stream().flatMap(Set::stream))
        .as("packages that have a layer")
        .containsExactlyInAnyOrderElementsOf(
            neural.getPackage("org.isogloss.neural").getSubpackages().stream()
                .map(JavaPackage::getRelativeName)
                .toList());
    return IntStream.range(0, NEURAL_LAYERS.size())
        .boxed()
        .flatMap(
            layer ->
                NEURAL_LAYERS.get(layer).stream()
                    .sorted()
                    .map(
                        name ->
                            DynamicTest.dynamicTest(
                                name, () -> onlyBelow(layer, name).check(neural))));
  }

  private static ArchRule onlyBelow(int layer, String name) {
    String[] forbidden =
        NEURAL_LAYERS.subList(layer, NEURAL_LAYERS.size()).stream()
            .flatMap(Set::stream)
            .filter(other -> !other.equals(name))
            .map(other -> "org.isogloss.neural." + other)
            .toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage("org.isogloss.neural." + name)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(forbidden);
  }
}
